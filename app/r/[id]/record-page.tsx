import Link from "next/link"
import { notFound } from "next/navigation"
import type { ReactNode } from "react"
import { TopBar } from "#app/ui/top-bar.tsx"
import type { Problem } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import styles from "./page.module.css"

type Props = {
  /** The record's title, and where its own page is. */
  readonly title: string
  readonly back: string
  /** What the page is called, behind the record's title. */
  readonly name: string
  /** Whatever stands between: a page that this one belongs to. */
  readonly between?: ReactNode
  readonly controls?: ReactNode
  readonly children: ReactNode
}

const Slash = () => (
  <span aria-hidden="true" data-quiet="">
    /
  </span>
)

/** The frame of a page of a record that fills the screen: the bar that leads back to the record, and the page itself. */
export const RecordPage = ({ title, back, name, between, controls, children }: Props) => (
  <div className={styles.page}>
    <TopBar
      crumbs={
        <>
          <Link href={back} prefetch={false} className={styles.title}>
            {title}
          </Link>
          <Slash />
          {between === undefined ? null : (
            <>
              {between}
              <Slash />
            </>
          )}
          <h1 aria-current="page">{name}</h1>
        </>
      }
    >
      {controls}
    </TopBar>
    {children}
  </div>
)

/** What stands where a record cannot be read; one that is not there at all is not found. */
export const RecordRefused = ({ id, problem }: { readonly id: string; readonly problem: Problem }) => {
  if (problem.id === "record-unknown") notFound()
  return (
    <>
      <TopBar crumbs={<span>{id}</span>} />
      <main data-page="">
        <p role="alert">{sentenceOf(problem)}</p>
      </main>
    </>
  )
}
