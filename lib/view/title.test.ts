import { expect, test } from "vitest"
import { agent, notice, record, user } from "#lib/record/build.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { titleOf } from "./title.ts"

const titled = (log: RecordLog, title: string): RecordLog => ({ ...log, header: { ...log.header, title } })

test("a record is called by its title, else by a person's first words, else by anybody's, else by its id", () => {
  const log = record(notice("hook ran"), agent("hello"), user(" \n"), user("Find\nthe   bug"))
  expect(titleOf(titled(log, "Bug hunt"))).toBe("Bug hunt")
  expect(titleOf(titled(log, " \u202e "))).toBe("Find the bug")
  expect(titleOf(log)).toBe("Find the bug")
  expect(titleOf(record(notice("hook ran"), agent("hello")))).toBe("hook ran")
  expect(titleOf(record(...Array.from({ length: 12 }, () => notice("hook ran")), user("late")))).toBe(
    "hook ran",
  )
  expect(titleOf(record(user(" ")))).toBe("record")
})
