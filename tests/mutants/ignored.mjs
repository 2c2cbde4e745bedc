/**
 * What no mutant is made of (docs/mutants.md): sentences for people, and tables that only hold words. To test one would
 * be to write it down a second time.
 */
const TABLES = new Set([
  'SENTENCES',
  'KIND_SUBJECTS',
  'FIELDS',
  'REASONS',
  'NEXT_STEPS',
  'RETURNS',
  'ENTRIES',
  'IMAGE_WORDS',
  'REPAYMENT_WORDS',
  'CALLED',
  'NAMES',
  'OF_WINDOWS',
])

/** Two words or more: what the program compares or looks up never holds a space. */
const isSentence = ({ type, value }) => type === 'StringLiteral' && /\p{L}\p{P}* \P{L}*\p{L}/u.test(value)

const isTable = ({ type, id }, parent) =>
  type === 'VariableDeclarator' &&
  TABLES.has(id.name) &&
  ['Program', 'ExportNamedDeclaration'].includes(parent.parentPath?.node.type)

const words = {
  shouldIgnore({ node, parentPath }) {
    if (isSentence(node)) return 'a sentence'
    if (isTable(node, parentPath)) return 'a table of words'
  },
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'words', value: words }]
