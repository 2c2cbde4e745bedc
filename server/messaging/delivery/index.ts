export { createMailer, type Letter, type Mailer } from './mail.ts'
