import type { Problem } from "#lib/record/problem.ts"

type Facts = Problem["facts"]

/** What went wrong at a door, and what to do next. */
const sentences: { readonly [id: string]: (facts: Facts) => string } = {
  "host-refused": ({ host }) =>
    `This server does not answer to the name "${host}"; open it as localhost or 127.0.0.1, or set HOST to the address it listens on.`,
  "origin-refused": () =>
    "A page of another origin may not change anything here; use Crossing's own pages, or send the access token as a bearer.",
  "token-missing": () =>
    "This server asks for its access token: sign in at /sign-in, or send it as `Authorization: Bearer …`.",
  "token-wrong": () =>
    "That is not this server's access token; compare it with ACCESS_TOKEN where the server was started.",
  "token-needed": ({ host }) =>
    `HOST is ${host}, which others can reach, and no ACCESS_TOKEN is set; set one, or leave HOST at 127.0.0.1.`,
  "setting-invalid": ({ name, value }) =>
    `${name} is "${value}", which cannot be used; correct it or leave it unset.`,
  "port-taken": ({ host, port }) =>
    `Port ${port} on ${host} is taken by another process; stop it, or start with another PORT.`,
  "address-unusable": ({ host, port, why }) =>
    `Cannot listen on ${host}, port ${port} (${why}); set HOST to an address of this machine and PORT to a free port.`,
}

/** One sentence for people. An id without words of its own is shown with its facts: nothing is kept back. */
export const sentenceOf = (problem: Problem): string => {
  const known = sentences[problem.id]
  if (known !== undefined) return known(problem.facts)
  const facts = Object.entries(problem.facts).map(([name, value]) => `${name} ${value}`)
  return `${problem.id}${facts.length === 0 ? "" : `: ${facts.join(", ")}`}`
}
