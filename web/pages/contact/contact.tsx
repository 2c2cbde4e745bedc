import { contact } from '#web/content/contact.ts'
import { ContactSection } from '#web/parts/marketing/contact-section.tsx'
import { PageHero } from '#web/parts/marketing/page-hero.tsx'
import { paths } from '#web/paths.ts'
import { pageMeta } from '#web/site/meta.ts'
import type { Route } from './+types/contact.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Contact', description: contact.description, path: paths.contact })
}

export default function Contact() {
  return (
    <main id="main">
      <PageHero title={contact.title} lead={contact.lead} art="custom-2" />
      <ContactSection />
    </main>
  )
}
