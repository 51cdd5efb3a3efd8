import type { BlockProps } from "./block.ts"
import { MediaFacts } from "./media.tsx"

/** A file of our own store is handed down, never opened in the page. */
export const FileBlock = ({ shown, object }: BlockProps<"file">) => (
  <>
    <MediaFacts shown={shown} />
    {shown.object === undefined ? null : (
      <a href={object(shown.object)} download data-small="">
        Save the stored bytes
      </a>
    )}
  </>
)
