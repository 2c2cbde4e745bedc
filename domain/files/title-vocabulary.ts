/** The words of titles: which of them tell a team from others, and which only describe a game. Pure. */

const list = (words: string): Set<string> => new Set(words.split(' '))

/** By each of the words that it is called by. */
const byWord = (names: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(Object.entries(names).flatMap(([name, words]) => words.split(' ').map((word) => [word, name])))

/** Sports by one word, with what they are called in a label. */
const SPORTS = byWord({
  Soccer: 'soccer',
  Futsal: 'futsal',
  Football: 'football fball',
  Basketball: 'basketball hoops bball',
  Baseball: 'baseball',
  Softball: 'softball',
  Volleyball: 'volleyball vball',
  Hockey: 'hockey',
  Lacrosse: 'lacrosse lax',
  Tennis: 'tennis',
  Golf: 'golf',
  Swimming: 'swimming swim',
  Wrestling: 'wrestling',
  Rugby: 'rugby',
  Track: 'track',
  Bowling: 'bowling',
  Cheer: 'cheer',
  Gymnastics: 'gymnastics',
  'Water Polo': 'polo',
  Badminton: 'badminton',
  'Cross Country': 'xc',
  'Field Hockey': 'fieldhockey',
  Fencing: 'fencing',
  Rowing: 'rowing',
})
const GENDERS = byWord({
  Boys: 'boys boy men mens',
  Girls: 'girls girl women womens ladies lady',
  Coed: 'coed',
})

const LEVELS = list('varsity jv v junior frosh freshman freshmen soph sophomore middle elementary ms grade')
/** What is said of a game beside who plays: "Homecoming", "League game", "Senior Night". */
const DESCRIBING = list(
  'game games match matches fixture scrimmage friendly exhibition league conference nonconference district region ' +
    'regional regionals section sectional state playoff playoffs postseason preseason regular round first second third ' +
    'final finals semifinal semifinals semi quarterfinal quarterfinals quarter championship championships cup bracket ' +
    'pool consolation crossover homecoming senior seniors alumni parent parents night day week opener opening rivalry ' +
    'makeup rescheduled doubleheader dh home away neutral team teams event non number no season sport sports ' +
    'court schedule rd wk gm if necessary needed classic invitational invite tournament tourney meet monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun vs versus at',
)
/** What many names have: it tells none from another. */
const COMMON = list(
  'high school hs academy college university fc sc afc cf club the of and a an for booster boosters athletic athletics ' +
    'association pta pto foundation fundraiser fall winter spring summer program youth our my calendar',
)
const COLORS = list('red blue white black gold green orange silver navy purple gray grey maroon teal yellow')
const LONG = byWord({ saint: 'st', mount: 'mt', fort: 'ft' })

/** U14, 14U, U-14, B14, "U10B-02": the age of a team, as leagues write it. */
const AGE = /^(?:u-?(\d{1,2})[bg]?|(\d{1,2})u[bg]?|[bg]u?(\d{2})u?)(?:-\d{1,3})?$/
/** The age in years; null where the word is none. */
export function ageIn(word: string): number | null {
  const [, ...ages] = AGE.exec(word) ?? []
  const age = ages.find((one) => one !== undefined)
  return age === undefined || Number(age) < 4 || Number(age) > 23 ? null : Number(age)
}
const ORDINAL = /^\d{1,2}(?:st|nd|rd|th)$/

const asOneWord = (text: string): string =>
  text
    .replace(/\bcross[ -]country\b/gi, 'xc')
    .replace(/\bfield hockey\b/gi, 'fieldhockey')
    .replace(/\btrack (?:&|and) field\b/gi, 'track')
    .replace(/\bwater polo\b/gi, 'polo')
    .replace(/\bdouble header\b/gi, 'doubleheader')

/** In small letters, without accents and signs; "U10B-02" stays one word. */
export const wordsOf = (text: string): string[] =>
  asOneWord(text)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/['’‘`´.]/g, '')
    .split(/[^\p{Letter}\p{Number}-]+/u)
    .flatMap((word) => (ageIn(word) === null ? word.split('-') : [word]))
    .filter((word) => word !== '')

const describes = (word: string, before = ''): boolean =>
  DESCRIBING.has(word) ||
  LEVELS.has(word) ||
  SPORTS.has(word) ||
  GENDERS.has(word) ||
  ageIn(word) !== null ||
  ORDINAL.test(word) ||
  /^(?:\d+|[a-d]|g)$/.test(word) ||
  (COLORS.has(word) && ageIn(before) !== null)

/** The words that tell this team from others. */
export const tellingOf = (text: string): string[] =>
  wordsOf(text)
    .filter((word, index, all) => !describes(word, all[index - 1]) && !COMMON.has(word))
    .map((word) => LONG.get(word) ?? word)

/** "Boys Basketball V", "Senior Night", "14U Red": says which game it is, and names no team. */
export const isDescription = (text: string): boolean => {
  const words = wordsOf(text)
  return (
    words.length > 0 && words.every((word, index) => describes(word, words[index - 1]) || COMMON.has(word))
  )
}

/** One text for one team, however it is written: "Harbor FC" and "HARBOR". */
export function keyOf(name: string): string {
  const telling = tellingOf(name)
  return (telling.length > 0 ? telling : wordsOf(name)).join(' ')
}

/** With words of its own, or a letter or number where that is all: "Team A". */
export const isNumberOnly = (text: string): boolean =>
  /^(?:(?:game|match)\s*)?(?:#|no\.?)?\s*\d+$/i.test(text.trim())

const NO_TEAM = list(
  'dinner lunch breakfast banquet party picnic bbq meeting photo photos picture pictures camp clinic bus travel ' +
    'volunteer volunteers conditioning weights lifting workout practice training tryout tryouts pickup dance concert ' +
    'rehearsal exam exams test assembly rally parade orientation conference conferences registration fundraiser sale ' +
    'wash auction gala raffle study pasta bake snack concessions uniform uniforms equipment physicals gym clean ' +
    'cleanup graduation prom holiday break screening film',
)
/** "Team dinner", "Picture day": no team is called so. */
export const isNoTeam = (text: string): boolean => wordsOf(text).some((word) => NO_TEAM.has(word))

export type Level = { level: string | null; gender: string | null; sport: string | null }

/** One event of both. */
export const BOTH = 'Varsity & JV'
const NAMED_LEVELS: readonly [RegExp, string][] = [
  [/\b(?:v(?:arsity)? ?(?:[/&,]|and) ?jv|jv ?(?:[/&,]|and) ?v(?:arsity)?)\b/i, BOTH],
  [/\b(?:frosh|freshm[ae]n|fr|f)\s*[/&-]\s*(?:soph(?:omore)?|so|s)\b/i, 'Frosh/Soph'],
  [/\b(?:jv|j\.v\.|junior varsity)(?:[ -]?b)\b/i, 'JV B'],
  [/\b(?:jv|j\.v\.|junior varsity)(?!\w)/i, 'JV'],
  [/\b(?:varsity b|v ?2)\b/i, 'Varsity B'],
  [/\bvarsity\b/i, 'Varsity'],
  [/\b(?:freshm[ae]n|frosh)\b/i, 'Freshman'],
  [/\bsophomores?\b/i, 'Sophomore'],
]
/** Only where nothing but a level can be meant. */
const SHORT_LEVELS: readonly [RegExp, string][] = [
  [/^v\.?$/i, 'Varsity'],
  [/^(?:fr|f|9)$/i, 'Freshman'],
  [/^(?:soph|so)$/i, 'Sophomore'],
  [/^b(?: team)?$/i, 'B'],
  [/^c(?: team)?$/i, 'C'],
]
const ALONE_V = /(?:^|[\s(])V(?=$|[\s).,:-])/
const LETTER_TEAM = /\b([BC])[ -]team\b/i
const GRADES = /\b(?:([4-9]|1[0-2])th(?:[ -]grade(?:rs?)?)?|grade ([4-9]|1[0-2]))\b/i

function ageLabel(text: string): string | null {
  const words = wordsOf(text)
  const at = words.findIndex((word) => ageIn(word) !== null)
  if (at < 0) return null
  const color = words[at + 1] ?? ''
  const named = COLORS.has(color) ? ` ${color.charAt(0).toUpperCase()}${color.slice(1)}` : ''
  return `${ageIn(words[at] ?? '')}U${named}`
}

function levelLabel(text: string): string | null {
  const named = NAMED_LEVELS.find(([words]) => words.test(text))?.[1]
  const [, grade, other] = GRADES.exec(text) ?? []
  const letter = LETTER_TEAM.exec(text)?.[1]?.toUpperCase()
  const short = ALONE_V.test(text) ? 'Varsity' : null
  return named ?? ageLabel(text) ?? (grade || other ? `${grade ?? other}th grade` : null) ?? letter ?? short
}

/** Which team of a club or school a text is about. */
export function levelIn(text: string): Level {
  const words = wordsOf(text)
  const first = (names: ReadonlyMap<string, string>): string | null =>
    words.map((word) => names.get(word)).find(Boolean) ?? null
  // "U10B" are boys.
  const age = words.find((word) => ageIn(word) !== null && /[bg]/.test(word))
  const genderOfAge = age ? (age.includes('b') ? 'Boys' : 'Girls') : null
  return { level: levelLabel(text), gender: first(GENDERS) ?? genderOfAge, sport: first(SPORTS) }
}

/** A column's own word for a level stays as it is where it is none that is known. */
export function levelInColumn(text: string): Level {
  if (text === '') return { level: null, gender: null, sport: null }
  const short = SHORT_LEVELS.find(([words]) => words.test(text.trim()))?.[1] ?? null
  const found = levelIn(text)
  const isSaid = found.level ?? found.gender ?? found.sport
  return { ...found, level: short ?? found.level ?? (isSaid ? null : text) }
}
