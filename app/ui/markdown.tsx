"use client"
import { memo, useState } from "react"
import ReactMarkdown, { type Components, type ExtraProps } from "react-markdown"
import remarkGfm from "remark-gfm"
import { named } from "#lib/view/visible.ts"
import styles from "./markdown.module.css"

/** Text that strangers wrote, as Markdown: nothing in it is read as HTML, nothing is fetched, a link says where it leads, and what would hide is named. */

type Node = NonNullable<ExtraProps["node"]>["children"][number]

const textOf = (node: Node): string => {
  if (node.type === "text") return node.value
  return node.type === "element" ? node.children.map(textOf).join("") : ""
}

/** Only addresses that open a page or a letter; every other link is shown as its words. */
const safe = (url: string): string => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  return /^(https?|mailto):$/.test(parsed?.protocol ?? "") ? (parsed?.href ?? "") : ""
}

const hostOf = (href: string): string => {
  const { host, pathname } = new URL(href)
  return host === "" ? pathname : host
}

const Code = ({ text }: { readonly text: string }) => {
  const [said, say] = useState("Copy")
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => say("Copied"),
      () => say("Not copied"),
    )
  }
  return (
    <div className={styles.code}>
      <pre>
        <code>{text}</code>
      </pre>
      <button type="button" data-button="" aria-label={`${said} code`} onClick={copy}>
        {said}
      </button>
    </div>
  )
}

const heading: Components["h1"] = ({ children }) => <h3>{children}</h3>

const components: Components = {
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  a: ({ href = "", children }) =>
    href === "" ? (
      <span>{children}</span>
    ) : (
      <>
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {children}
        </a>{" "}
        <bdi className={styles.host}>({hostOf(href)})</bdi>
      </>
    ),
  img: ({ node, alt = "" }) => (
    <span className={styles.host}>
      [picture{alt === "" ? "" : `: ${alt}`} · {String(node?.properties["src"] ?? "")} · never fetched]
    </span>
  ),
  input: ({ checked }) => <span>{checked === true ? "☑ " : "☐ "}</span>,
  li: ({ children }) => <li>{children}</li>,
  pre: ({ node }) => <Code text={(node?.children ?? []).map(textOf).join("").replace(/\n$/, "")} />,
}

const plugins = [remarkGfm]

export const Markdown = memo(({ text }: { readonly text: string }) => (
  <div className={styles.markdown}>
    <ReactMarkdown
      remarkPlugins={plugins}
      components={components}
      urlTransform={(url, key) => (key === "href" ? safe(url) : url)}
    >
      {named(text)}
    </ReactMarkdown>
  </div>
))
Markdown.displayName = "Markdown"
