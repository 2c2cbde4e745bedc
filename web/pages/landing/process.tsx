import { Link } from 'react-router'
import { landing } from '#web/content/landing.ts'
import { PROCESS } from '#web/parts/marketing/look.ts'
import { NumberedSteps } from '#web/parts/marketing/numbered-steps.tsx'
import { paths } from '#web/paths.ts'

export function Process() {
  const { title, steps } = landing.process
  return (
    <section className={PROCESS}>
      <div className="wrap">
        <h2 className="section-title">{title}</h2>
        <NumberedSteps steps={steps} columns={4} />
        <Link to={paths.howItWorks} className="text-link mt-8 inline-block">
          Follow one pledge to the cent
        </Link>
      </div>
    </section>
  )
}
