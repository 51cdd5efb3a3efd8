import type { BlockProps } from "./block.ts"
import styles from "./image.module.css"
import { MediaFacts } from "./media.tsx"

const tallest = 96

/** The size on the page, known before the bytes have come, so that nothing moves when they do. */
const fitted = (width: number | undefined, height: number | undefined) => {
  if (width === undefined || height === undefined) return { height: tallest }
  const shown = Math.min(height, tallest)
  return { width: Math.max(1, Math.round((width * shown) / height)), height: shown }
}

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
        {...fitted(shown.width, shown.height)}
        decoding="async"
      />
    )}
  </>
)
