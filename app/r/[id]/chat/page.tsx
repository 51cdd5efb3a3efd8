import type { Metadata } from "next"
import Link from "next/link"
import { notFound } from "next/navigation"
import { cache } from "react"
import { NewConversation } from "#app/list/new-conversation.tsx"
import { TopBar } from "#app/ui/top-bar.tsx"
import { recordHref, requestsHref } from "#lib/view/address.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import pageStyles from "../page.module.css"
import { PlanMenu } from "../plan/plan-menu.tsx"
import { ChatPanel } from "./chat-panel.tsx"
import { firstChat } from "./first-chat.ts"

export const dynamic = "force-dynamic"

const open = cache(firstChat)

export const generateMetadata = async ({ params }: PageProps<"/r/[id]/chat">): Promise<Metadata> => {
  const { id } = await params
  const found = await open(id)
  return { title: found.ok ? `Chat: ${found.value.title}` : "Not here" }
}

/** The live panel of a record. */
const Page = async ({ params }: PageProps<"/r/[id]/chat">) => {
  const { id } = await params
  const found = await open(id)
  if (!found.ok && found.problem.id === "record-unknown") notFound()
  if (!found.ok)
    return (
      <>
        <TopBar crumbs={<span>{id}</span>} />
        <main data-page="">
          <p role="alert">{sentenceOf(found.problem)}</p>
        </main>
      </>
    )
  return (
    <div className={pageStyles.page}>
      <TopBar crumbs={<h1 className={pageStyles.title}>{found.value.title}</h1>}>
        <Link href={recordHref(id, {})} prefetch={false} data-button="plain">
          Inspector
        </Link>
        <PlanMenu record={id} />
        <Link href={requestsHref(id, {})} prefetch={false} data-button="plain">
          Requests
        </Link>
        <NewConversation />
      </TopBar>
      <ChatPanel first={found.value} />
    </div>
  )
}

export default Page
