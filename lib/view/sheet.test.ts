import { describe, expect, test } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import {
  agent,
  answer,
  call,
  compaction,
  header,
  image,
  notice,
  reasoning,
  record,
  replacement,
  result,
  rewind,
  text,
  tools,
  undo,
  user,
} from "#lib/record/build.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { parseFilter } from "./filter.ts"
import { found } from "./find.ts"
import { light } from "./light.ts"
import { pack, packNumbers, unpack, unpackNumbers } from "./packed.ts"
import { type Sheet, sheet } from "./sheet.ts"
import { rowView, windowOf } from "./window.ts"

const missing = "0".repeat(64)

const records: { readonly [name: string]: RecordLog } = {
  empty: record(),
  "one word": record(user("go")),
  "a round": record(
    header({ system: "Be brief.", tools: [{ name: "bash", inputSchema: '{"type":"object"}' }] }),
    user([text("go"), image(missing)]),
    agent([
      reasoning("hm"),
      text("I will look."),
      call("a"),
      call("b", "read_file", '"{\\"path\\":\\"x\\"}"'),
    ]),
    tools(answer("a", [text("out"), image(missing)]), answer("zzz")),
    notice("[worker] gone"),
    agent("Done."),
  ),
  "a compaction": record(
    user("one"),
    agent("two"),
    user("three"),
    agent([call("x")]),
    result("x"),
    user("kept"),
    compaction("They counted.", [1, 5]),
    user("on"),
    agent("yes"),
  ),
  "all covered": record(
    user("one"),
    agent("two"),
    user("three"),
    agent("four"),
    compaction("Counted.", [1, 4]),
  ),
  "a rewind and its undo": record(
    user("a"),
    agent("b"),
    user("c"),
    agent("d"),
    user("e"),
    rewind(2),
    user("f"),
    undo(6),
    agent("g"),
  ),
  replacements: record(
    user("a"),
    agent([call("x"), call("y")]),
    tools(answer("x", "long"), answer("y", "longer")),
    agent("b"),
    replacement("3.0", answer("x", "cleared")),
    replacement("5.0.0", text("cleared again")),
  ),
  "control characters": record(
    user("a\u202e\u0000\ud800 \u001b[31mred"),
    agent([call("x", "bash", '{"a":"\\u0000"}')]),
  ),
}

const sheets = Object.entries(records).flatMap(([name, log]) =>
  targets.map((target) => {
    const projection = project(log, target, { objects: () => undefined })
    return { name: `${name} for ${target.id}`, laid: sheet(log, projection), text: projection.wire.text() }
  }),
)

const crossingsOf = (laid: Sheet, numbers: readonly number[]) =>
  numbers.flatMap((number) => {
    const row = laid.rows[number]
    return row?.is === "crossing" ? [row.crossing] : []
  })

describe.each(sheets)("$name", ({ laid, text: wire }) => {
  test("both orders hold every crossing exactly once", () => {
    for (const order of ["rows", "wire"] as const) {
      const shown = crossingsOf(laid, laid.order[order])
      expect(shown).toHaveLength(laid.crossings.length)
      expect(new Set(shown)).toEqual(new Set(laid.crossings))
    }
  })

  test("keys are unique", () => {
    expect(new Set(laid.rows.map((row) => row.key)).size).toBe(laid.rows.length)
  })

  test("every entry that is no empty message has a row", () => {
    const seqs = new Set(
      laid.rows.flatMap((row) =>
        row.is === "entry" ? row.entries.map((entry) => entry.seq) : row.seq === undefined ? [] : [row.seq],
      ),
    )
    for (const entry of laid.record.entries) expect(seqs).toContain(entry.seq)
  })

  test("what is not dropped has a piece, and only that", () => {
    for (const row of laid.rows)
      if (row.is === "crossing")
        expect(laid.readings.whole().piece(row.crossing) === undefined).toBe(row.crossing.how === "dropped")
  })

  test("blocks of messages stand in the record's order", () => {
    const ids = laid.rows.flatMap((row) =>
      row.is === "crossing" && row.slot?.entry.kind === "message" ? [row.key] : [],
    )
    const sorted = [...ids].sort((a, b) => {
      const [x, y] = [a.split(".").map(Number), b.split(".").map(Number)]
      return (x[0] ?? 0) - (y[0] ?? 0) || (x[1] ?? 0) - (y[1] ?? 0) || (x[2] ?? -1) - (y[2] ?? -1)
    })
    expect(ids).toEqual(sorted)
  })

  test("printed lines joined are the wire", () => {
    const limits = { lines: Number.POSITIVE_INFINITY, chars: Number.POSITIVE_INFINITY }
    for (const columns of [40, 100]) {
      const views = windowOf(laid, laid.order.wire, 0, laid.rows.length, { order: "wire", columns, limits })
      const printed = views.flatMap((view) =>
        view.is === "crossing" && view.printed !== undefined ? [view.printed] : [],
      )
      expect(printed.every(({ rest }) => rest === 0)).toBe(true)
      if (printed.length > 0)
        expect(
          printed.flatMap(({ lines }) => lines.flatMap(({ spans }) => spans.map(([part]) => part))).join(""),
        ).toBe(wire)
    }
  })

  test("windows concatenate to the whole", () => {
    for (const order of ["rows", "wire"] as const) {
      const wanted = { order, columns: 80 }
      const list = laid.order[order]
      const whole = windowOf(laid, list, 0, list.length, wanted)
      const parts = Array.from({ length: Math.ceil(list.length / 3) }, (_, page) =>
        windowOf(laid, list, page * 3, page * 3 + 3, wanted),
      ).flat()
      expect(parts).toEqual(whole)
      expect(whole.map((view) => view.number)).toEqual(list)
    }
  })

  test("windows survive their journey", () => {
    const views = windowOf(laid, laid.order.rows, 0, laid.rows.length, { order: "rows", columns: 80 })
    expect(JSON.parse(JSON.stringify(views))).toEqual(views)
  })

  test("the light index and the orders survive packing", () => {
    const rows = light(laid)
    const index = unpack(pack(rows))
    expect(index.count).toBe(rows.length)
    expect(rows.map((_, number) => index.at(number))).toEqual(rows)
    expect(rows.map(({ key }) => index.numberOf(key))).toEqual(rows.map((_, number) => number))
    expect(unpackNumbers(packNumbers(laid.order.wire))).toEqual(laid.order.wire)
  })

  test("folds do not overlap and lie within their order", () => {
    for (const order of ["rows", "wire"] as const) {
      let behind = 0
      for (const fold of laid.folds[order]) {
        expect(fold.from).toBeGreaterThanOrEqual(behind)
        expect(fold.to).toBeGreaterThan(fold.from)
        behind = fold.to
      }
      expect(behind).toBeLessThanOrEqual(laid.order[order].length)
    }
  })

  test("each sort of crossing is found by its filter, and all by none", () => {
    for (const order of ["rows", "wire"] as const) {
      const all = laid.order[order]
      expect(found(laid, order, [])).toEqual(all)
      const parts = ["carried", "altered", "dropped", "made"].map(
        (how) => found(laid, order, parseFilter(`how:${how}`)).length,
      )
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(laid.crossings.length)
    }
  })
})

const laidOut = (name: string, id = "anthropic"): Sheet => {
  const found = sheets.find((each) => each.name === `${name} for ${id}`)
  if (found === undefined) throw new Error(name)
  return found.laid
}
const keys = (laid: Sheet): readonly string[] => laid.rows.map((row) => row.key)

test("a summary faces what it covers: behind the covered run, before what is kept", () => {
  const order = keys(laidOut("a compaction"))
  expect(order.indexOf("5.0.0")).toBeLessThan(order.indexOf("7.0"))
  expect(order.indexOf("7.0")).toBeLessThan(order.indexOf("6.0"))
  expect(laidOut("a compaction").folds.rows.map(({ label }) => label)).toEqual([
    "5 entries, covered by the summary of entry 7",
  ])
})

test("where everything is covered the summary stands at its own place", () => {
  const order = keys(laidOut("all covered"))
  expect(order.indexOf("4.0")).toBeLessThan(order.indexOf("5.0"))
})

test("a replacement stands behind what it replaces, and its replacement behind that", () => {
  const order = keys(laidOut("replacements")).filter(
    (key) => key.startsWith("3.0") || key.startsWith("5.") || key.startsWith("6."),
  )
  expect(order).toEqual(["3.0", "3.0.0", "5.0", "5.0.0", "6.0"])
})

test("a made result stands behind the call's round, and a label line before its text", () => {
  const laid = laidOut("a round")
  const made = laid.rows.findIndex(
    (row) => row.is === "crossing" && row.crossing.reason === "call-unanswered",
  )
  expect(laid.rows[made]?.role).toBe("result")
  const label = laid.rows.findIndex((row) => row.is === "crossing" && row.crossing.reason === "label-line")
  expect(laid.rows[label + 1]?.key).toBe("5.0")
})

test("a call and its result know each other", () => {
  const rows = light(laidOut("a round"))
  const [one, other] = [
    rows.findIndex((row) => row.key === "3.2"),
    rows.findIndex((row) => row.key === "4.0"),
  ]
  expect(rows[one]?.pair).toBe(other)
  expect(rows[other]?.pair).toBe(one)
})

test("what differs is marked, and what is carried is not", () => {
  const laid = laidOut("a round")
  const view = rowView(laid, keys(laid).indexOf("3.3"), { order: "rows", columns: 80 })
  if (view?.is !== "crossing") throw new Error("no such row")
  expect(view.how).toBe("altered")
  expect(view.crossed?.head).toBe("tool_use")
  expect(view.crossed?.texts[0]?.changed).toBeDefined()
  const carried = rowView(laid, keys(laid).indexOf("3.2"), { order: "rows", columns: 80 })
  if (carried?.is !== "crossing") throw new Error("no such row")
  expect(carried.crossed?.fields).toContainEqual({ name: "id", value: "a", changed: false })
  expect(carried.crossed?.texts[0]?.changed).toBeUndefined()
})
