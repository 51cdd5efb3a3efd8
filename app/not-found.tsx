import Link from "next/link"
import { TopBar } from "#app/ui/top-bar.tsx"

const NotFound = () => (
  <>
    <TopBar />
    <main data-page="">
      <h1 data-title="">Not here</h1>
      <p>
        No page or record has this address. A record may have been deleted; the <Link href="/">sessions</Link>{" "}
        list what is there.
      </p>
    </main>
  </>
)

export default NotFound
