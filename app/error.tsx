"use client"

type Props = {
  readonly error: Error & { readonly digest?: string }
  readonly retry?: () => void
  readonly reset?: () => void
}

/** A bug of ours: says so, names the digest that the server's log has, and offers to try again. */
const Failed = ({ error, retry, reset }: Props) => (
  <main data-page="">
    <h1 data-title="">This page failed</h1>
    <p>
      That is a fault of Crossing, not of your data; nothing was changed. Try again, or go back to the{" "}
      <a href="/">sessions</a>.
    </p>
    {error.digest === undefined ? null : (
      <p data-quiet="">
        The server&apos;s log has it as <code>{error.digest}</code>.
      </p>
    )}
    <button type="button" data-button="" onClick={() => (retry ?? reset)?.()}>
      Try again
    </button>
  </main>
)

export default Failed
