import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { help } from '#web/content/help.ts'
import type { Question } from '#web/content/prose.ts'
import { PageHero } from '#web/parts/marketing/page-hero.tsx'
import { Blocks } from '#web/parts/marketing/prose.tsx'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/site/meta.ts'
import { buttonClass } from '#web/ui/button.tsx'
import type { Route } from './+types/help.ts'

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

/** Opens the answer that the address names: a link followed inside the site does not do it by itself. */
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

export default function Help() {
  useNamedAnswer()
  return (
    <main id="main">
      <PageHero title={help.title} lead={help.lead} art="baseball-0">
        <nav className="mt-7 flex flex-wrap gap-2.5" aria-label="Questions by person">
          {help.groups.map(({ id, title }) => (
            <a key={id} href={`#${id}`} className={buttonClass({ kind: 'onboard' })}>
              {title}
            </a>
          ))}
        </nav>
      </PageHero>
      <div className="wrap help">
        {help.groups.map(({ id, title, lead, questions }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <header>
              <h2 id={`${id}-title`}>{title}</h2>
              <p className="quiet">{lead}</p>
            </header>
            <div className="answers">
              {questions.map((question) => (
                <Answer key={question.id} {...question} />
              ))}
            </div>
          </section>
        ))}
        <section className="more">
          <h2>{help.more.title}</h2>
          <p className="quiet">{help.more.text}</p>
          <Link to={paths.contact} className={buttonClass({ kind: 'primary' })}>
            Contact us
          </Link>
        </section>
      </div>
    </main>
  )
}

/** The address is inside the answer, so that a browser that is sent there opens it, also without a script. */
function Answer({ id, question, answer, link }: Question) {
  return (
    <details>
      <summary>
        <h3>{question}</h3>
      </summary>
      <div id={id} className="answer">
        <Blocks blocks={answer} />
        <p className="answer-links">
          {link && (
            <Link to={link.to} className="text-link">
              {link.label}
            </Link>
          )}
          <a href={`#${id}`} className="permalink">
            Link to this answer<span className="sr-only">: {question}</span>
          </a>
        </p>
      </div>
    </details>
  )
}
