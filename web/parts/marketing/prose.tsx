import type { Block } from '#web/content/prose.ts'

const keyOf = (block: Block): string => (typeof block === 'string' ? block : block.join())

/** Paragraphs and lists, at a readable measure. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block) =>
    typeof block === 'string' ? (
      <p key={keyOf(block)}>{block}</p>
    ) : (
      <ul key={keyOf(block)}>
        {block.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    ),
  )
}
