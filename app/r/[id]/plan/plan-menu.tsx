"use client"
import { Menu } from "@base-ui/react/menu"
import Link from "next/link"
import { parsePlanWish, planHref, plansHref } from "#lib/view/plan-address.ts"
import { planOrder } from "#lib/view/plan-words.ts"
import { usePlanCommands } from "./use-plan-commands.ts"

const blank = new URLSearchParams()

/** The acts on a record, each planned on a page of its own; the palette offers the same. */
export const PlanMenu = ({ record }: { readonly record: string }) => {
  usePlanCommands(record)
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger data-button="plain">
        Plan
        <span aria-hidden="true" data-quiet="">
          ▾
        </span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner data-positioner="" align="end" sideOffset={4}>
          <Menu.Popup data-popup="" aria-label="Plan">
            {planOrder.map((kind) => (
              <Menu.LinkItem
                key={kind}
                data-item=""
                render={<Link href={planHref(record, parsePlanWish(kind, blank))} prefetch={false} />}
              >
                {kind}
              </Menu.LinkItem>
            ))}
            <Menu.LinkItem data-item="" render={<Link href={plansHref(record)} prefetch={false} />}>
              all acts, and those in force
            </Menu.LinkItem>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
