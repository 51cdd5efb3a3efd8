import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

/** Who may import whom: data runs left to right, imports point back to the left. */

const stages = ["record", "line", "rounds", "wire", "dialect", "lint"]
const allOfLib = [
  ...stages,
  "reply",
  "import",
  "project",
  "sent",
  "plan",
  "lab",
  "view",
  "export",
  "live",
  "cli",
  "laws",
  "unreachable",
]

/** By room, the rooms it may import beside itself and `unreachable`. */
const mayImport: { readonly [room: string]: readonly string[] } = {
  record: [],
  reply: ["record"],
  import: ["record", "reply"],
  line: ["record"],
  rounds: ["record", "line"],
  wire: ["record"],
  dialect: ["record", "line", "rounds", "wire"],
  lint: ["record", "rounds", "wire", "dialect"],
  project: stages,
  sent: ["record", "wire", "dialect", "project"],
  plan: ["record", "line", "rounds", "wire", "lint", "sent", "project"],
  lab: ["record", "rounds", "wire", "dialect", "project"],
  view: ["record", "reply", "line", "rounds", "wire", "dialect", "lint", "sent", "plan", "lab", "project"],
  export: ["record", "line", "rounds", "wire", "dialect", "sent", "plan", "view", "project"],
  laws: allOfLib,
  live: [...allOfLib, "db"],
  cli: [...allOfLib, "db"],
  unreachable: [],
  db: ["record", "sent"],
}

const impure = ["live", "cli"]
const root = fileURLToPath(new URL("../", import.meta.url))

type File = { readonly path: string; readonly room: string; readonly text: string }

const filesUnder = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((item) => item.isFile() && /\.tsx?$/.test(item.name))
    .map((item) => relative(root, join(item.parentPath, item.name)).split(sep).join("/"))

/** `lib/rounds/bind.ts` is in room rounds, `lib/project.ts` in room project, `db/open.ts` in room db. */
const roomOf = (path: string): string => {
  const [top = "", second = ""] = path.split("/")
  return top === "lib" ? second.replace(/\.tsx?$/, "") : top
}

const files: readonly File[] = [...filesUnder("lib"), ...filesUnder("db")].map((path) => ({
  path,
  room: roomOf(path),
  text: readFileSync(join(root, path), "utf8"),
}))
const isTest = (path: string): boolean => path.endsWith(".test.ts") || path.endsWith(".test.tsx")
const product = files.filter((file) => !isTest(file.path))

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|[^:"'`])\/\/.*$/gm, "$1")
const specifier = /(?:\bfrom|\bimport)\s*\(?\s*["']([^"'\n]+)["']/g

/** Paths from the root of what a file imports of ours, and the names of packages as they are. */
const importsOf = (file: File): readonly string[] =>
  [...withoutComments(file.text).matchAll(specifier)].map(([, name = ""]) => {
    if (name.startsWith("#")) return name.slice(1)
    if (!name.startsWith(".")) return `package:${name}`
    return relative(root, resolve(root, dirname(file.path), name))
      .split(sep)
      .join("/")
  })

const ours = (file: File): readonly string[] => importsOf(file).filter((path) => !path.startsWith("package:"))

describe("imports", () => {
  it.each(product.map((file) => [file.path, file] as const))("%s", (_, file) => {
    const allowed = mayImport[file.room]
    expect(allowed, `a room of no name in the table: ${file.room}`).toBeDefined()
    const rooms = ours(file)
      .map(roomOf)
      .filter((room) => room !== file.room && room !== "unreachable")
    expect(rooms.filter((room) => allowed?.includes(room) !== true)).toEqual([])
  })
  it("name a file with its extension, and never go across folders by a relative path", () => {
    for (const file of files) {
      for (const path of ours(file)) expect(path, file.path).toMatch(/\.(tsx?|json|css)$/)
      const relatives = [...withoutComments(file.text).matchAll(specifier)]
        .map(([, name = ""]) => name)
        .filter((name) => name.startsWith("."))
      const away = relatives.filter(
        (name) =>
          roomOf(
            relative(root, resolve(root, dirname(file.path), name))
              .split(sep)
              .join("/"),
          ) !== file.room && dirname(file.path) !== "lib",
      )
      expect(away, file.path).toEqual([])
    }
  })
})

/** Rooms without clock, chance, environment or promise. Scripts and tests stand outside. */
const scripts = ["lib/laws/run.ts", "lib/laws/goldens.ts"]
const pure = product.filter(
  (file) => file.path.startsWith("lib/") && !impure.includes(file.room) && !scripts.includes(file.path),
)
const forbidden: readonly (readonly [string, RegExp])[] = [
  ["a clock", /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b/],
  ["chance", /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\bgetRandomValues\b/],
  ["the environment", /\bprocess\./],
  ["a promise", /\bawait\b|\bPromise\b|\basync\b/],
  ["a timer", /\bsetTimeout\b|\bsetInterval\b/],
  ["files or the network", /from "node:(?:fs|net|http|https|child_process|os)(?:\/promises)?"|\bfetch\(/],
]

describe("the pure rooms know no", () => {
  it.each(forbidden)("%s", (_, pattern) => {
    expect(pure.filter((file) => pattern.test(withoutComments(file.text))).map((file) => file.path)).toEqual(
      [],
    )
  })
  it("class, enum or default export", () => {
    const odd =
      /^\s*(?:export\s+)?(?:abstract\s+)?class\s|^\s*(?:export\s+)?(?:const\s+)?enum\s|^\s*export\s+default\b/m
    expect(pure.filter((file) => odd.test(withoutComments(file.text))).map((file) => file.path)).toEqual([])
  })
})

describe("names", () => {
  it("are kebab-case, and no file is a drawer", () => {
    const bad = files
      .map((file) => file.path)
      .filter(
        (path) => !/^[a-z0-9./-]+$/.test(path) || /\/(utils?|helpers?|types|constants)\.tsx?$/.test(path),
      )
    expect(bad).toEqual([])
  })
})

it("reads what it says it reads", () => {
  expect(files.length).toBeGreaterThan(40)
  const project = files.find((file) => file.path === "lib/project.ts")
  expect(project === undefined ? [] : ours(project).map(roomOf)).toContain("line")
  expect(
    importsOf({
      path: "lib/a/b.ts",
      room: "a",
      text: 'import { x } from "../c/d.ts"\n// from "lib/e.ts"\nconst y = await import("#lib/f/g.ts")',
    }),
  ).toEqual(["lib/c/d.ts", "lib/f/g.ts"])
})
