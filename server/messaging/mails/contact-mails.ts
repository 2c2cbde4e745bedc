import type { ContactForm } from '#domain/schemas/contact.ts'
import { layOut, type MailBody, paragraph, table } from './layout.ts'

/** A message from the contact form, for the provider: replies go to its author. */
export function contactMail({ name, email, organization, phone, message }: ContactForm): MailBody {
  return layOut(organization ? `${name}, ${organization}, wrote to us` : `${name} wrote to us`, [
    table('From', [
      ['Name', name],
      ['Email', email],
      ...(organization ? [['Organization', organization] as const] : []),
      ...(phone ? [['Phone', phone] as const] : []),
    ]),
    ...message.split(/\n+/).map(paragraph),
    paragraph('Sent from the contact form. Reply to this email to answer the person who wrote it.'),
  ])
}
