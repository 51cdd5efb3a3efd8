import { Command, CommanderError } from "commander"
import { endQuietlyWithoutReader } from "./output.ts"

/**
 * The command line. Each command's code is loaded only when it is asked for, so that a short one opens no database.
 * Exit: 0 fine; 1 an `error` finding, a mismatch or a broken law; 2 misuse, or a file that is bad or of no known format.
 */

/** What a command runs as: its arguments and options, unread; gives the exit code. */
type Run = (...given: readonly unknown[]) => Promise<number>

const program = new Command("crossing")
  .description("What is stored of an agent's conversation, and exactly what crosses to a model.")
  .showHelpAfterError("Run `npm run -s crossing -- --help` for what there is.")
  .exitOverride()

const act =
  (load: () => Promise<Run>) =>
  async (...given: readonly unknown[]) => {
    const run = await load()
    process.exitCode = await run(...given.slice(0, -1)) // the last is commander's own Command
  }

const asJson = ["--json", "for machines"] as const
const atServer = ["--url <url>", "ask a running server, such as http://127.0.0.1:3000"] as const

program
  .command("read")
  .argument("<file>", "a transcript, `-` for standard input, or the id of a stored record")
  .description("detect the format, import in memory, print the receipt")
  .option("--log", "print the crossing log instead")
  .option(...asJson)
  .option(...atServer)
  .action(act(async () => (await import("./commands/read.ts")).read))

program
  .command("project")
  .argument("<file>", "a transcript, `-` for standard input, or the id of a stored record")
  .description("print the request body that crosses to a target, and nothing else")
  .requiredOption("--target <target>", "one of `targets`")
  .option("--record <n>", "which record of the file, from 1")
  .option("--as-of <seq>", "the record cut after this entry")
  .option("--model <model>", "instead of the header's, the maker's or the target's own")
  .option("--no-vision", "as for a model that sees no pictures")
  .option("--crossings", "print the crossings instead, as JSON")
  .option(...asJson)
  .option(...atServer)
  .action(act(async () => (await import("./commands/project.ts")).projectCommand))

program
  .command("lint")
  .argument("<body>", "a request body, alone or inside what describes it; `-` for standard input")
  .description("hold a request body against what its provider accepts; 1 where there is an error")
  .requiredOption("--target <target>", "one of `targets`")
  .option("--previous <body>", "the request sent before it, to find what moved")
  .option("--model <model>", "where the body names none")
  .option("--vision", "the model sees pictures, whatever the target's row says")
  .option(...asJson)
  .action(act(async () => (await import("./commands/lint.ts")).lintCommand))

program
  .command("plan")
  .argument("<file>", "a transcript, `-` for standard input, or the id of a stored record")
  .description(
    "work an act out and print what it would do; with --apply print the log with the act behind it",
  )
  .requiredOption("--kind <kind>", "compaction, microcompaction, rewind, repair, undo or fork")
  .option("--target <target>", "whom the wire before and after is for", "anthropic")
  .option("--record <n>", "which record of the file, from 1")
  .option("--preserve <n>", "compaction: so many of the newest messages stay as they are")
  .option("--summary <text>", "compaction: the summary; without it the prompt for one is printed")
  .option("--keep <n>", "microcompaction: so many of the newest results stay whole")
  .option("--to <seq>", "rewind: the entry to go back to; fork: the last entry to copy")
  .option("--drop-target", "rewind: that entry goes too")
  .option("--of <seq>", "undo: the entry to take back")
  .option("--apply", "print the log's own lines and the act's entries behind them")
  .option(...asJson)
  .option(...atServer)
  .action(act(async () => (await import("./commands/plan.ts")).planCommand))

program
  .command("import")
  .argument("<path...>", "files, and folders with all that is in them")
  .description("store transcripts; print receipts and links")
  .option("--attach <id>", "attach captured requests to this record, instead of making records of them")
  .option(...asJson)
  .option(...atServer)
  .action(act(async () => (await import("./commands/import.ts")).importCommand))

program
  .command("export")
  .argument("[id]", "a stored record")
  .description("print records as files to hand on, without the secrets that are found in them")
  .option("--all", "every stored record")
  .option("--format <format>", "log, markdown, html or case", "log")
  .option("--target <target>", "html: whom what crosses is for; the record's own where absent")
  .option("--keep <ids>", "secrets that stay, by the ids that were named, with commas between them")
  .option("--whole", "leave nothing out: of a log, exactly what is stored")
  .option(...atServer)
  .action(act(async () => (await import("./commands/export.ts")).exportCommand))

program
  .command("remove")
  .argument("<id>", "a stored record")
  .description("delete a record for good; print what went")
  .option(...asJson)
  .option(...atServer)
  .action(act(async () => (await import("./commands/remove.ts")).remove))

program
  .command("verify")
  .argument("[id]", "a stored record; absent means every one")
  .description("prove stored requests: rebuild each from its record and compare; 1 where one differs")
  .option(...asJson)
  .option(...atServer)
  .action(act(async () => (await import("./commands/verify.ts")).verifyCommand))

program
  .command("repair")
  .argument("[id]", "a stored record")
  .description(
    "count mirrored quotes in the agent's prose; with --apply turn them plain; 1 where a record was left",
  )
  .option("--all", "every stored record")
  .option("--apply", "write the repairs, record by record")
  .option(...asJson)
  .option(...atServer)
  .action(act(async () => (await import("./commands/repair.ts")).repairCommand))

program
  .command("targets")
  .description(
    "list whom a wire can be for; CROSSING_TARGETS names a JSON file of rows that change or add some",
  )
  .option(...asJson)
  .action(act(async () => (await import("./commands/targets.ts")).targetsCommand))

program
  .command("formats")
  .description("list the transcript formats that are read")
  .option(...asJson)
  .action(act(async () => (await import("./commands/formats.ts")).formats))

program
  .command("reasons")
  .description("list why a block is altered, left out or made up")
  .option(...asJson)
  .action(act(async () => (await import("./commands/reasons.ts")).reasonsCommand))

program
  .command("rules")
  .description("list what the lint looks for")
  .option(...asJson)
  .action(act(async () => (await import("./commands/rules.ts")).rulesCommand))

const shown = new Set(["commander.helpDisplayed", "commander.version"])

const main = async (): Promise<void> => {
  endQuietlyWithoutReader()
  try {
    await program.parseAsync()
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = shown.has(error.code) ? 0 : 2
  }
}

await main()
