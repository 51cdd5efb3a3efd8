import { describe, expect, it } from "vitest"
import { readQuery } from "#app/server/interface/door.ts"
import { shownQuery } from "#app/server/interface/queries.ts"
import { isNarrowed, type ListView, listAddress, narrowed, toggled, unfolded } from "./address.ts"

const readBack = (view: ListView) => {
  const read = readQuery(shownQuery, `http://localhost${listAddress(view)}`)
  if (!read.ok) throw new Error(read.problem.id)
  const { limit: _, ...rest } = read.value
  return rest
}

describe("the address of a list", () => {
  it("reads back as the view it was made from", () => {
    const view: ListView = {
      q: "日本 & co=1",
      format: "claude-code",
      model: "a/b:c",
      has: ["altered", "dropped"],
      order: "added",
      cursor: "x|y",
      open: "a,b & c",
    }
    expect(readBack(view)).toEqual(view)
  })

  it("says nothing where nothing is asked", () => {
    expect(listAddress({})).toBe("/")
    expect(listAddress({ q: "  ", format: "", has: [] })).toBe("/")
    expect(isNarrowed({ cursor: "x" })).toBe(false)
    expect(isNarrowed({ q: "x" })).toBe(true)
  })

  it("goes back to the first page when it is narrowed", () => {
    expect(narrowed({ cursor: "x", open: "r", q: "a" }, { format: "f" })).toEqual({
      cursor: undefined,
      open: undefined,
      q: "a",
      format: "f",
    })
  })

  it("unfolds one group, and folds it again", () => {
    expect(unfolded({ cursor: "x", open: "a" }, "b")).toEqual({ cursor: "x", open: "b" })
    expect(unfolded({ open: "b" }, "b")).toEqual({ open: undefined })
    expect(isNarrowed({ open: "b" })).toBe(false)
  })

  it("takes a trait in and out", () => {
    expect(listAddress(toggled({ has: ["dropped"] }, "altered"))).toBe("/?has=altered,dropped")
    expect(listAddress(toggled({ has: ["dropped"] }, "dropped"))).toBe("/")
  })
})
