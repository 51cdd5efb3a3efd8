const joined = (...parts: readonly string[]): string => parts.join("")

/** Secrets of many kinds, made up in the documented shapes; put together here so that no scanner takes this file for a leak. */
export const planted: Readonly<Record<string, string>> = {
  "anthropic key": joined("sk-ant-", "api03-", "Ab1".repeat(31), "-AbCdEfAA"),
  "openai project key": joined("sk-proj-", "A".repeat(10), "b1".repeat(32), "T3Blbk", "FJ", "c2".repeat(37)),
  "github token": joined("ghp_", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"),
  "github fine-grained token": joined("github", "_pat_11ABCDEFG0abcdefghijkl_", "a1B2".repeat(15)),
  "gitlab token": joined("glpat-", "abcdefghij0123456789"),
  "slack token": joined("xoxb-", "123456789012-1234567890123-abcdefghijklmnopqrstuvwx"),
  "npm token": joined("npm_", "abcdefghijklmnopqrstuvwxyz0123456789"),
  "aws access key id": joined("AKIA", "QRSTUVWXYZ234567"),
  "aws secret key": joined("wJalrXUtnFEMI/K7MDENG/", "bPxRfiCYzzzzzzzzzz"),
  "google api key": joined("AIza", "SyA1234567890abcdefghijklmnopqrstuv"),
  "stripe key": joined("sk_", "live_4eC39HqLyjWDarjtT1zdp7dc"),
  "private key": joined(
    "-----BEGIN RSA ",
    "PRIVATE KEY-----\n",
    "MIIEpAIBAAKCAQEA".repeat(20),
    "\n-----END RSA PRIVATE KEY-----",
  ),
  "database password": joined("postgres://admin:", "hunter2secret@db.example.com:5432/app"),
  "web address password": joined("https://user:", "pa55word123@example.com/x"),
  "json web token": joined("eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0In0.", "SflKxwRJSMeKKF2QT4fwpM"),
  "bearer token": "abcdefghijklmnopqrstuvwxyz0123456789",
  "hugging face token": joined("hf_", "abcdefghijklmnopqrstuvwxyzABCDEFGH"),
  "sendgrid key": joined("SG.", "abcdefghijklmnopqrstuv.", "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"),
}

/** The secret as it stands among words, with the name before it that gives some away. */
export const around = (kind: string, secret: string): string => {
  if (kind === "aws secret key") return `aws_secret_access_key = ${secret} and more`
  if (kind === "bearer token") return `Authorization: Bearer ${secret} and more`
  return `before ${secret} and more`
}
