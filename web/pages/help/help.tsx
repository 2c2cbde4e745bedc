import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { help, helpGroups } from '#web/content/help.ts'
import type { Question } from '#web/content/prose.ts'
import { PageHero } from '#web/parts/marketing/page-hero.tsx'
import { Blocks } from '#web/parts/marketing/prose.tsx'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/site/meta.ts'
import { isRepresentative, useUser } from '#web/site/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import type { Route } from './+types/help.ts'

const QUESTION_WORDS =
  'font-sans text-[1.125rem]/[1.35] font-semibold text-pretty underline-offset-4 group-hover:underline lg:large-[1.25]'

const questions = help.groups.flatMap((group) => group.questions)

const asData = ({ question, answer }: Question) => ({
  '@type': 'Question',
  name: question,
  acceptedAnswer: { '@type': 'Answer', text: answer.flat().join(' ') },
})

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: help.title,
    description: help.description,
    path: paths.help,
    data: [{ '@type': 'FAQPage', mainEntity: questions.map(asData) }],
  })
}

/** Opens the answer that the address names: a link followed inside the site does not do this automatically. */
function useNamedAnswer(): void {
  const { hash } = useLocation()
  useEffect(() => {
    const answer = hash ? document.getElementById(hash.slice(1)) : null
    const details = answer?.closest('details')
    if (!details || details.open) return
    details.open = true
    details.scrollIntoView()
  }, [hash])
}

const GROUP = 'scroll-mt-5 lg:grid lg:grid-cols-[min(18.75rem,32%)_minmax(0,1fr)] lg:gap-18'
const QUESTION =
  'group grid min-h-15 list-none grid-cols-[minmax(0,1fr)_1.5rem] items-center gap-4 py-3.5 after:plus-mark after:justify-self-end [&::-webkit-details-marker]:hidden [[open]>&]:after:minus-mark'

export default function Help() {
  useNamedAnswer()
  const groups = helpGroups(isRepresentative(useUser()))
  return (
    <main id="main">
      <PageHero title={help.title} lead={help.lead} art="baseball-0">
        <nav className="mt-7 flex flex-wrap gap-2.5" aria-label="Questions by person">
          {groups.map(({ id, title }) => (
            <a key={id} href={`#${id}`} className={buttonClass({ kind: 'onboard' })}>
              {title}
            </a>
          ))}
        </nav>
      </PageHero>
      <div className="wrap grid gap-12 pt-10 lg:gap-18 lg:pt-18">
        {groups.map(({ id, title, lead, questions }) => (
          <section key={id} id={id} className={GROUP} aria-labelledby={`${id}-title`}>
            <header className="lg:sticky lg:top-6 lg:self-start">
              <h2 id={`${id}-title`}>{title}</h2>
              <p className="quiet mt-1.5">{lead}</p>
            </header>
            <div className="mt-4.5 border-b border-line lg:mt-0">
              {questions.map((question) => (
                <Answer key={question.id} {...question} />
              ))}
            </div>
          </section>
        ))}
        <section className="grid scroll-mt-5 justify-items-start gap-2">
          <h2>{help.more.title}</h2>
          <p className="quiet">{help.more.text}</p>
          <Link to={paths.contact} className={`${buttonClass({ kind: 'primary' })} mt-2.5`}>
            Contact us
          </Link>
        </section>
      </div>
    </main>
  )
}

/** The anchor is inside the answer, so that a browser sent there opens it, also without a script. */
function Answer({ id, question, answer, link }: Question) {
  return (
    <details className="border-t border-line lg:first:border-t-0">
      <summary className={QUESTION}>
        <h3 className={QUESTION_WORDS}>{question}</h3>
      </summary>
      <div id={id} className="max-w-[62ch] scroll-mt-24 pb-5.5 leading-[1.6]">
        <Blocks blocks={answer} />
        <p className="mt-3.5 flex flex-wrap items-center gap-x-6 gap-y-1">
          {link && (
            <Link to={link.to} className="text-link inline-flex min-h-11 items-center">
              {link.label}
            </Link>
          )}
          <a
            href={`#${id}`}
            className="inline-flex min-h-11 items-center text-[0.875rem] text-ink2 underline underline-offset-3"
          >
            Link to this answer<span className="sr-only">: {question}</span>
          </a>
        </p>
      </div>
    </details>
  )
}
