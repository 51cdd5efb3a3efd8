"use client"
import { useEffect, useState } from "react"

/** A value once it has stood for some milliseconds; until then the one before. */
export const useSettled = <Value>(value: Value, patience: number): Value => {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), patience)
    return () => clearTimeout(timer)
  }, [value, patience])
  return settled
}
