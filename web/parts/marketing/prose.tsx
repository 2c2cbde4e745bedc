import type { Block } from '#web/content/prose.ts'

const keyOf = (block: Block): string => (typeof block === 'string' ? block : block.join())

/** Paragraphs and lists, at a readable measure. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) =>
    typeof block === 'string' ? (
      <p key={keyOf(block)} className={index > 0 ? 'mt-3.5' : ''}>
        {block}
      </p>
    ) : (
      <ul
        key={keyOf(block)}
        className={`${index > 0 ? 'mt-3.5' : 'mt-3'} grid list-disc gap-2 pl-5.5 marker:text-control`}
      >
        {block.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    ),
  )
}
