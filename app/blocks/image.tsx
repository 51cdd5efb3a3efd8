import type { BlockProps } from "./block.ts"
import styles from "./image.module.css"
import { MediaFacts } from "./media.tsx"

/** A picture of our own store, never one from elsewhere. */
export const ImageBlock = ({ shown, object }: BlockProps<"image">) => (
  <>
    <MediaFacts shown={shown} />
    {shown.object === undefined ? null : (
      // biome-ignore lint/performance/noImgElement: the bytes are our own and cross as they are; an optimiser would change them
      <img
        className={styles.picture}
        src={object(shown.object)}
        alt={shown.name ?? "Stored picture"}
        width={shown.width}
        height={shown.height}
        loading="lazy"
        decoding="async"
      />
    )}
  </>
)
