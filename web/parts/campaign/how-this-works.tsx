import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Heading } from '#web/ui/heading.tsx'

type Named = Pick<Statistic, 'name' | 'isActive'>

/** The first of what can be pledged on: "goals, wins or a one-time gift". */
function examplesOf(statistics: readonly Named[]): string {
  const names = statistics.filter(({ isActive }) => isActive).map(({ name }) => name)
  const [first, second, third] = names
  if (first === undefined) return 'what counts'
  if (second === undefined) return first
  return third === undefined ? `${first} or ${second}` : `${first}, ${second} or ${third}`
}

const stepsFor = (words: Vocabulary, statistics: readonly Named[]) => [
  { title: 'Select Stats', text: `Choose ${examplesOf(statistics)}, and what each is worth to you.` },
  {
    title: 'Watch & Cheer',
    text: `Results land here after every ${words.match}, checked by a second person.`,
  },
  { title: 'Pay for Results', text: 'You get a statement first, then pay. Never more than your maximum.' },
]

export function HowThisWorks({ statistics }: { statistics: readonly Named[] }) {
  const words = useWords()
  return (
    <section className="card pad">
      <Heading level={2} size="card">
        How This Works
      </Heading>
      <ol className="mt-3.5 grid gap-x-6 gap-y-3.5 md:grid-cols-3">
        {stepsFor(words, statistics).map(({ title, text }, index) => (
          <li key={title} className="grid grid-cols-[1.75rem_minmax(0,1fr)] content-start gap-x-2">
            <span className="fig row-span-2 large-[1.875] text-accenttext" aria-hidden="true">
              {index + 1}
            </span>
            <Heading level={3} size="detail">
              {title}
            </Heading>
            <p className="quiet dense mt-0.5">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
