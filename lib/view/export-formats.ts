/** What an export may be, and what it is as a file. */
export const exportFormats = {
  log: {
    label: "Crossing log",
    meaning: "The record itself with its objects, to import elsewhere.",
    ending: "crossing.jsonl",
    mediaType: "application/x-ndjson",
    hasTarget: false,
  },
  markdown: {
    label: "Markdown",
    meaning: "The conversation to read: reasoning folded, each call with its result.",
    ending: "md",
    mediaType: "text/markdown",
    hasTarget: false,
  },
  html: {
    label: "HTML page",
    meaning: "One file without scripts: what is stored beside what crosses to a target, with the reasons.",
    ending: "html",
    mediaType: "text/html",
    hasTarget: true,
  },
  case: {
    label: "Case",
    meaning: "A log with placeholders for all that was said, which crosses in the same way.",
    ending: "case.crossing.jsonl",
    mediaType: "application/x-ndjson",
    hasTarget: false,
  },
} as const

export type ExportFormat = keyof typeof exportFormats
export const exportFormatIds = ["log", "markdown", "html", "case"] as const satisfies readonly ExportFormat[]
