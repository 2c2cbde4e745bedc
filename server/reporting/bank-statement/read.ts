/** A file of the bank: each line is kept once, and nothing is posted. */
import { createHash } from 'node:crypto'
import { invalidField } from '#domain/errors.ts'
import { type BankLine, readBankFile } from '#domain/files/bank-file.ts'
import { decodeFile } from '#domain/files/decode.ts'
import { FileProblem } from '#domain/files/file.ts'
import { latestDay } from '#domain/places/zone.ts'
import type { BankFileForm, BankFileRead } from '#domain/schemas/bank-statement.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import type { Deps } from '#server/money/deps.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import * as store from './store.ts'

const MOST_ERRORS = 3

/** Keeps all lines or, while it has a question or a line that is not readable, none. @throws a 400 in words. */
export async function readFile(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  form: BankFileForm,
): Promise<BankFileRead> {
  await demandRepresentative(deps.db, actor)
  const now = deps.clock.now()
  const { lines, questions, errors } = linesOf(form, latestDay(now))
  if (questions.some(({ id }) => !(id in form.answers))) return { questions, added: 0, known: 0 }
  if (errors.length > 0) {
    const shown = errors.slice(0, MOST_ERRORS).map(({ line, reason }) => `line ${line}: ${reason}`)
    const more = errors.length > MOST_ERRORS ? `, and ${errors.length - MOST_ERRORS} more lines` : ''
    throw invalidField('file', `Nothing was imported. Correct in the file: ${shown.join('; ')}${more}`)
  }
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const { moneyMode } = deps.cards
    const given = withFingerprints(lines).map((line) => ({ ...line, id: newId(deps.clock) }))
    const added = await store.insertLines(tx, given, { moneyMode, by: actor.userId, at: now })
    const known = given.length - added
    const [first] = given
    if (first && added > 0)
      await audit(tx, deps.clock, {
        actorId: actor.userId,
        action: 'bank_line.import',
        subject: 'bank_line',
        subjectId: first.id,
        after: { added, known },
      })
    return { questions: [], added, known }
  })
}

function linesOf({ file, answers }: BankFileForm, today: string) {
  try {
    const { text } = decodeFile(Buffer.from(file, 'base64'))
    const read = readBankFile(text, { answers, today })
    if (read.lines.length === 0 && read.errors.length === 0 && read.questions.length === 0)
      throw new FileProblem('The file has no lines with an amount')
    return read
  } catch (error) {
    if (error instanceof FileProblem) throw invalidField('file', error.message)
    throw error
  }
}

/** Lines that are alike on one day are told apart by their number among them, the same in every file. */
function withFingerprints(lines: readonly BankLine[]): (BankLine & { fingerprint: string })[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const { bankId, day, amount, text } = line
    const said = JSON.stringify([bankId, day, amount, bankId === null ? text.toLowerCase() : null])
    const before = seen.get(said) ?? 0
    seen.set(said, before + 1)
    const fingerprint = createHash('sha256').update(`${said} ${before}`).digest('hex')
    return { ...line, fingerprint }
  })
}
