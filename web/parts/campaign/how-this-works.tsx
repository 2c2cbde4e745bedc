import { Heading } from '#web/ui/heading.tsx'

const STEPS = [
  { title: 'Select Stats', text: 'Choose goals, clean sheets or the title, and what each is worth to you.' },
  { title: 'Watch & Cheer', text: 'Results land here after every match, checked by a second person.' },
  { title: 'Pay for Results', text: 'You get a statement first, then pay. Never more than your maximum.' },
] as const

export function HowThisWorks() {
  return (
    <section className="card pad">
      <Heading level={2}>How This Works</Heading>
      <ol className="mt-5 grid gap-6 md:grid-cols-3">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="grid grid-cols-[44px_1fr] gap-x-2 md:block">
            <span className="fig row-span-2 text-[40px] text-accenttext" aria-hidden="true">
              {index + 1}
            </span>
            <h3 className="md:mt-2">{title}</h3>
            <p className="quiet mt-1">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
