import type { Problem } from "#lib/record/problem.ts"
import { failureSentence } from "./failures.ts"

/** What went wrong, and what to do next: one sentence an id, all of them here. */

type Facts = Problem["facts"]
type Sentences = { readonly [id: string]: (facts: Facts) => string }

const files: Sentences = {
  "file-missing": ({ name }) => `There is no file ${name}; check the path.`,
  "file-or-record-missing": ({ name }) =>
    `${name} is neither a file nor the id of a stored record; check the path, or look the id up in the list.`,
  "file-is-folder": ({ name }) =>
    `${name} is a folder; name a file in it, or use \`import\`, which takes folders.`,
  "file-unreadable": ({ name, why }) => `${name} cannot be read (${why}); check its permissions.`,
  "file-empty": ({ name }) =>
    `${name} is empty, so there is nothing to read; check that it was written in full.`,
  "file-binary": ({ name }) =>
    `${name} is not text; transcripts are JSON or JSON lines, so unpack or export it first.`,
  "format-unknown": ({ name }) =>
    `No importer knows the format of ${name}; \`npm run -s crossing -- formats\` lists those that are read.`,
  "format-ambiguous": ({ name, formats }) =>
    `${name} looks like several formats (${formats}); please report it with a line of the file.`,
  "json-invalid": ({ name }) =>
    `${name ?? "The file"} is cut off or is not valid JSON; export or copy it again.`,
  "line-too-long": () => "A line is longer than this machine can hold as text; split the file.",
  "body-too-large": ({ limit }) =>
    `The file is larger than ${limit} bytes, and nothing of it was stored; raise MAX_IMPORT_BYTES, or split it.`,
  "body-interrupted": ({ bytes, why }) =>
    `The upload broke off after ${bytes} bytes (${why}), and nothing of it was stored; send it again.`,
  "document-too-large": ({ name, limit }) =>
    `${name ?? "The file"} is one JSON document of more than ${limit} bytes, which cannot be read whole; split it.`,
  "path-unknown": ({ path }) => `There is neither a file nor a folder ${path}; check the path.`,
  "capture-missing": ({ name, format }) =>
    `${name} (${format}) holds no captured requests; give an HTTP archive, or a log of requests with their responses.`,
  "raw-none": () => "No source is stored here: this was not imported, or its records were deleted.",
  "raw-missing": () => "The stored source has no such line or value; import the file again.",
  "nothing-found": ({ name }) =>
    `There is no file to import in ${name}; name a transcript or a folder that holds some.`,
}

const plans: Sentences = {
  "plan-stale": ({ planned, head, between }) =>
    `The record has grown from entry ${planned} to ${head} since this was planned (${between} came in between), and nothing was written; plan it again.`,
  "plan-empty": ({ kind }) => `There is nothing for a ${kind} to do here; the record stays as it is.`,
  "plan-entry-unknown": ({ seq, head }) => `The record has no entry ${seq}; name one from 1 to ${head}.`,
  "plan-kind-unknown": ({ kind, kinds }) => `There is no plan of kind ${kind}; name one of ${kinds}.`,
  "undo-not-in-force": ({ seq, kind }) =>
    `Entry ${seq} is a ${kind} that cannot be taken back: only a compaction, replacement or rewind that still acts can.`,
  "summary-blank": () =>
    "A compaction needs a summary that says something; write one, or have a model write it.",
  "summary-unknown": ({ record, conversation }) =>
    `No summary of record ${record} was asked for in ${conversation}; ask for one.`,
  "summary-failed": ({ kind, message }) =>
    `No summary was written. ${failureSentence({ kind: String(kind), message: "" })}${said(message)} Ask again, ask another model, or write one.`,
  "summary-stopped": () =>
    "The summary was stopped before its end; what had arrived stays in its conversation, and you can ask again.",
  "summary-cut": () =>
    "The summary was cut off at the most tokens that its writer may use, so it is not whole; raise maxTokens in the settings and ask again.",
  "option-needed": ({ kind, name }) => `A ${kind} cannot be planned without ${name}; give it.`,
}

const records: Sentences = {
  "record-unknown": ({ record }) =>
    `There is no record ${record}; it may have been deleted, and the list has those that are stored.`,
  "record-exists": ({ record }) => `A record ${record} is stored already; open that one.`,
  "record-busy": ({ record }) =>
    `A turn runs in record ${record}, so nothing was written or deleted; stop it, or let it end, and try again.`,
  "record-n-unknown": ({ n, records: count }) =>
    `The file holds no record ${n}; --record takes 1 to ${count}.`,
  "entry-unknown": ({ record, seq }) =>
    `Record ${record} has no entry ${seq}; its head tells how many there are.`,
  "as-of-ahead": ({ asOf, head }) =>
    `The record ends at entry ${head}, before ${asOf}; ask for an entry up to ${head}.`,
  "head-ahead": ({ asked, head }) =>
    `The record ends at entry ${head}, before ${asked}; ask without a head to learn the newest.`,
  "stale-head": ({ expected, head }) =>
    `The record has grown from entry ${expected} to ${head} since it was read, and nothing was written; read it again first.`,
  "target-unknown": ({ target }) =>
    `There is no target ${target}; \`npm run -s crossing -- targets\` lists them.`,
  "row-unknown": ({ number }) => `This view has no row ${number}; open the page again.`,
  "import-unknown": () => "There is no such import; it may have gone with the records that it brought.",
  "model-unchosen": () => "Nobody was asked in this conversation yet; choose a model, or the demo, first.",
  "nothing-said": () => "There is nothing to send; write something, or add a picture.",
  "picture-unreadable": ({ name }) => `${name} is not base64 text; send the picture's bytes so encoded.`,
  "call-not-asked": ({ callId }) =>
    `Nobody asks about call ${callId}; it may belong to a turn that has ended.`,
  "call-decided": ({ callId }) => `Call ${callId} was decided already; the record says by whom.`,
  "sent-unknown": ({ record, seq }) =>
    `Entry ${seq} of record ${record} is no stored request; choose one from its requests.`,
  "object-unknown": ({ sha256 }) => `This record names no object ${sha256}; open it from the record's page.`,
  "object-missing": ({ sha256 }) =>
    `The bytes of object ${sha256} are not in the store; import their source again.`,
  "object-damaged": ({ sha256 }) =>
    `The bytes of object ${sha256} are damaged, so they are not shown; import their source again.`,
}

const logs: Sentences = {
  "line-not-json": ({ line }) =>
    `${at(line)} is not valid JSON; a crossing log holds one JSON object a line.`,
  "line-not-object": ({ line }) =>
    `${at(line)} is JSON but no object; a crossing log holds one JSON object a line.`,
  "header-missing": () => "The log does not begin with a record's header line; export it again.",
  "header-invalid": ({ why }) => `The record's header line does not fit (${why}); export it again.`,
  "version-unknown": ({ version }) =>
    `The log is of version ${version}, which this Crossing does not know; update Crossing.`,
  "entry-invalid": ({ line, why }) => `${at(line)} is no valid entry (${why}); export the log again.`,
  "object-invalid": ({ line, why }) => `${at(line)} is no valid object line (${why}); export the log again.`,
  "seq-gap": ({ expected, found }) =>
    `Entry ${expected} is missing before entry ${found}; export the log again.`,
  "id-repeated": ({ id }) =>
    `Two entries of one record have the id ${id ?? "that was given"}; each needs its own.`,
  "rewind-ahead": ({ seq, to }) =>
    `Entry ${seq} rewinds to ${to}, which does not stand before it; correct the log.`,
  "undo-of-nothing": ({ seq, of }) =>
    `Entry ${seq} undoes entry ${of}, which cannot be undone; correct the log.`,
  "covers-invalid": ({ seq, from, to }) =>
    `The compaction ${seq} covers ${from} to ${to}, which is no range before it; correct the log.`,
  "replacement-of-nothing": ({ seq, of }) =>
    `Entry ${seq} replaces block ${of}, which does not exist; correct the log.`,
  "replacement-unlike": ({ seq, of }) =>
    `Entry ${seq} replaces block ${of} by one of another kind or call; correct the log.`,
}

const at = (line: string | number | undefined): string => (line === undefined ? "A line" : `Line ${line}`)

const stores: Sentences = {
  "database-url-invalid": () =>
    "DATABASE_URL is no PostgreSQL URL; write it as postgres://user:password@host/database.",
  "database-unreachable": ({ why }) =>
    `The database does not answer (${why}); check that it runs and that DATABASE_URL leads to it.`,
  "database-old": ({ found, oldest }) =>
    `The database is PostgreSQL ${found}; Crossing needs ${oldest} or newer.`,
  "database-encoding": ({ found }) =>
    `The database is encoded in ${found}; create one with UTF8 for Crossing.`,
  "database-newer": () =>
    "The database was written by a newer Crossing; update this one, or use another database.",
  "database-version-other": ({ folder, found, expected }) =>
    `${folder} was made by PostgreSQL ${found} and this Crossing brings ${expected}; export with the old version, then import here.`,
  "database-platform": ({ package: name, why }) =>
    `There is no embedded PostgreSQL for this platform (${name}${why === undefined ? "" : `: ${why}`}); set DATABASE_URL to a server of your own.`,
  "database-create-failed": ({ why }) =>
    `The embedded database could not be created (${why}); check the data folder, or set DATABASE_URL.`,
  "database-start-failed": ({ why, folder }) =>
    `The embedded database in ${folder} did not start (${why}); its log stands beside it, or set DATABASE_URL.`,
  "migration-failed": ({ why }) =>
    `The database could not be brought up to date (${why}); nothing of it was changed.`,
  "data-folder-unusable": ({ folder, why }) =>
    `The data folder ${folder} cannot be used (${why}); set CROSSING_DATA to another.`,
  "data-folder-closed": ({ folder }) =>
    `The folders above ${folder} are closed to the account that runs the database; set CROSSING_DATA to an open place.`,
  "folder-foreign": ({ folder }) =>
    `${folder} belongs to someone else; remove it, or set CROSSING_DATA to another folder.`,
}

const doors: Sentences = {
  "host-refused": ({ host }) =>
    `This server does not answer to the name "${host}"; open it as localhost or 127.0.0.1, or set HOST to the address it listens on.`,
  "origin-refused": () =>
    "A page of another origin may not change anything here; use Crossing's own pages, or send the access token as a bearer.",
  "token-missing": () =>
    "This server asks for its access token; sign in at /sign-in, or send it as `Authorization: Bearer …`.",
  "token-wrong": () =>
    "That is not this server's access token; compare it with ACCESS_TOKEN where the server was started.",
  "token-needed": ({ host }) =>
    `HOST is ${host}, which others can reach, and no ACCESS_TOKEN is set; set one, or leave HOST at 127.0.0.1.`,
  "setting-invalid": ({ name, value }) =>
    `${name} is "${value}", which cannot be used; correct it or leave it unset.`,
  "targets-invalid": ({ file, field, why }) =>
    `${file}: ${field} ${why}; correct the file that CROSSING_TARGETS names.`,
  "targets-unreadable": ({ file, why }) =>
    `CROSSING_TARGETS names ${file}, which cannot be read (${why}); correct the path or leave it unset.`,
  "tools-invalid": ({ file, field, why }) =>
    `${file}: ${field} ${why}; correct the file that CROSSING_TOOLS names.`,
  "tools-unreadable": ({ file, why }) =>
    `CROSSING_TOOLS names ${file}, which cannot be read (${why}); correct the path or leave it unset.`,
  "tool-server-failed": ({ server, why }) =>
    `The tool server ${server} cannot be used (${why}); check its row in the file that CROSSING_TOOLS names.`,
  "port-taken": ({ host, port }) =>
    `Port ${port} on ${host} is taken by another process; stop it, or start with another PORT.`,
  "address-unusable": ({ host, port, why }) =>
    `Cannot listen on ${host}, port ${port} (${why}); set HOST to an address of this machine and PORT to a free port.`,
  "query-invalid": ({ name, why }) =>
    `The value of ${name} does not fit (${why}); /v1/openapi.json says what does.`,
  "query-unknown": ({ name }) =>
    `There is no parameter ${name} here; /v1/openapi.json lists those that there are.`,
  "query-repeated": ({ name }) => `The parameter ${name} is given twice; give it once.`,
  "cursor-invalid": () => "The cursor is none that a page gave; begin again without one.",
  "body-invalid": () => "The body is not valid JSON; send an object, or nothing.",
  "option-not-number": ({ name, value }) => `${name} is "${value}"; give a whole number.`,
  "repair-of-nothing": () => "Name one record to repair, or give --all for every one.",
  "export-of-nothing": () => "Name one record to export, or give --all for every one.",
  "format-not-exported": ({ formats }) => `An export is one of ${formats}; name one of these with --format.`,
  "export-of-many": ({ format }) =>
    `An export as ${format} is a file of one record; name its id, or take --format log for all.`,
  "url-invalid": ({ url }) => `"${url}" is no address of a server; give one such as http://127.0.0.1:3000.`,
  "server-unreachable": ({ url, why }) =>
    `No server answers at ${url} (${why}); start one with \`npm start\`, or check the address.`,
  "server-answer-unknown": ({ url, status }) =>
    `${url} answered ${status} in words that are not Crossing's; check that the address leads to Crossing.`,
  internal: () =>
    "Something went wrong inside Crossing; try again, and look in the server's log for the reason.",
}

const said = (message: string | number | undefined): string =>
  message === undefined || message === "" ? "" : ` (${message})`

/** What an answer of a provider's, or asking for one, can come to; `message` is in the provider's own words. */
const answers: Sentences = {
  "reply-cut": ({ message }) =>
    `The stream ended before the reply did${said(message)}; what had arrived is kept, and you can ask again.`,
  "reply-error": ({ message }) =>
    `The provider broke the reply off with an error${said(message)}; what had arrived is kept, and you can ask again.`,
  "reply-refused": ({ message }) => `The model declined to answer${said(message)}; ask in other words.`,
  "reply-filtered": ({ message }) =>
    `A filter of the provider's took the reply${said(message)}; ask in other words.`,
  "reply-unreadable": ({ message }) =>
    `The provider answered in a form that cannot be read${said(message)}; check the target's address and dialect.`,
  "empty-reply": () => "The model ended its reply without a word or a call; ask again.",
  "request-unusable": () =>
    "The target's address or key cannot be sent as it is; correct it in the configuration.",
  "connection-failed": ({ message }) =>
    `The provider cannot be reached${said(message)}; check the network and the target's address.`,
  "request-refused": ({ status, message }) =>
    `The provider refused the request with ${status}${said(message)}; the findings for this wire may say why.`,
  "provider-unavailable": ({ status, message }) =>
    `The provider answered ${status} as often as it was asked${said(message)}; try again later.`,
  "answer-late": () => "The provider did not begin to answer in time; ask again.",
  "answer-stalled": () =>
    "The reply stalled and was given up; what had arrived is kept, and you can ask again.",
  stopped: () => "The reply was stopped; what had arrived is kept.",
}

const providers: Sentences = {
  "secret-key-short": ({ least }) =>
    `SECRET_KEY is shorter than ${least} characters; set a longer one, such as what \`openssl rand -hex 32\` prints.`,
  "secret-key-needed": ({ target }) =>
    `Keys are stored encrypted, and no SECRET_KEY is set, so none can be stored or read for ${target}; start Crossing with SECRET_KEY set.`,
  "key-undecipherable": ({ target }) =>
    `The stored key of ${target} does not open with this SECRET_KEY; start with the one it was stored under, or set the key again.`,
  "key-missing": ({ target, variables }) =>
    `There is no key for ${target}; set ${variables} where Crossing is started, or store one at /settings.`,
  "key-unusable": ({ place }) =>
    `The key from ${place} is blank, too long or holds characters that no key has, such as spaces; copy it again.`,
  "base-url-invalid": ({ why }) =>
    `The base URL ${why}; write it as http://127.0.0.1:8000/v1, without anything behind its path.`,
  "preference-invalid": ({ field, why }) =>
    `The value of ${field} does not fit (${why}); correct it or leave it blank.`,
  "models-none": ({ target }) => `The provider of ${target} gives no list of models; type the model's name.`,
  "models-unreachable": ({ url, why }) =>
    `Nothing was heard from ${url} (${why}); check the base URL, and that its server runs.`,
  "models-refused": ({ url, status, words }) =>
    `${url} answered ${status}${words === "" ? "" : `: ${words}`}; check the key and the base URL.`,
  "models-unreadable": ({ url, why }) =>
    `What ${url} answered is no list of models (${why}); check that the base URL leads to such a provider.`,
}

const sentences: Sentences = {
  ...files,
  ...records,
  ...plans,
  ...logs,
  ...stores,
  ...doors,
  ...answers,
  ...providers,
}

/** Every id that has words. */
export const wordedIds: readonly string[] = Object.keys(sentences)

/** Whether an id has a sentence of its own. */
export const isWorded = (id: string): boolean => Object.hasOwn(sentences, id)

/** One sentence for people. An id without words of its own is shown with its facts: nothing is kept back. */
export const sentenceOf = ({ id, facts }: Problem): string => {
  const known = isWorded(id) ? sentences[id] : undefined
  if (known !== undefined) return known(facts)
  const told = Object.entries(facts).map(([name, value]) => `${name} ${value}`)
  return `${id}${told.length === 0 ? "" : `: ${told.join(", ")}`}.`
}
