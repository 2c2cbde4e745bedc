import { terms } from '#web/content/terms.ts'
import { LegalPage } from '#web/parts/marketing/legal-page.tsx'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/site/meta.ts'
import type { Route } from './+types/terms.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: terms.title, description: terms.description, path: paths.terms })
}

export default function Terms() {
  return <LegalPage text={terms} />
}
