import { Link } from 'react-router'
import { landing } from '#web/content/landing.ts'
import { NumberedSteps } from '#web/parts/marketing/numbered-steps.tsx'
import { paths } from '#web/paths.ts'

export function Process() {
  const { title, steps } = landing.process
  return (
    <section className="process">
      <div className="wrap">
        <h2 className="section-title">{title}</h2>
        <NumberedSteps steps={steps} />
        <Link to={paths.howItWorks} className="text-link">
          Follow one pledge to the cent
        </Link>
      </div>
    </section>
  )
}
