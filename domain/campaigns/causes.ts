/**
 * The kinds of cause a campaign can be for (R63): 25 sports and 15 others. Each is a row: what it is called, what people type
 * who look for it, its template and type, its drawn picture, and its words.
 */
import { SPORT, type Vocabulary } from './vocabulary.ts'

/** The pictures that are drawn. */
type Picture =
  | Template
  | 'reading'
  | 'running'
  | 'swimming'
  | 'music'
  | 'robotics'
  | 'animals'
  | 'food'
  | 'garden'
  | 'theater'
  | 'scouts'
type Template = 'football' | 'baseball' | 'soccer' | 'basketball' | 'custom'
type CampaignType = 'athletic' | 'academic' | 'community'

type Row = {
  label: string
  /** What people also type who look for it; "thon" is what a search reads in "read-a-thon". */
  alsoCalled: string
  template: Template
  campaignType: CampaignType
  picture: Picture
  vocabulary: Vocabulary
  /** How long a season usually is: proposes a campaign's last day. */
  weeks: number
}

const ACHIEVED = 'Only if they do it'
const words = (match: string, matches: string, season: string, team: string, hasOpponents: boolean) => ({
  match,
  matches,
  season,
  team,
  achieved: ACHIEVED,
  hasOpponents,
})
const GAMES = words('game', 'games', 'season', 'team', true)
const MEETS = words('meet', 'meets', 'season', 'team', false)
const DUALS = words('meet', 'meets', 'season', 'team', true)

const sport = (
  label: string,
  alsoCalled: string,
  vocabulary: Vocabulary = GAMES,
  look: Partial<Pick<Row, 'template' | 'picture'>> = {},
): Row => ({
  label,
  alsoCalled,
  template: 'custom',
  campaignType: 'athletic',
  picture: 'custom',
  vocabulary,
  weeks: 12,
  ...look,
})
const other = (
  label: string,
  alsoCalled: string,
  campaignType: 'academic' | 'community',
  picture: Picture,
  vocabulary: Vocabulary,
  weeks: number,
): Row => ({ label, alsoCalled, template: 'custom', campaignType, picture, vocabulary, weeks })

export const CAUSES = {
  football: sport('Football', 'tackle flag', GAMES, { template: 'football', picture: 'football' }),
  baseball: sport('Baseball', 'little league', GAMES, { template: 'baseball', picture: 'baseball' }),
  softball: sport('Softball', 'fastpitch slowpitch', GAMES, { picture: 'baseball' }),
  soccer: sport('Soccer', 'futbol futsal', SPORT, { template: 'soccer', picture: 'soccer' }),
  basketball: sport('Basketball', 'hoops', GAMES, { template: 'basketball', picture: 'basketball' }),
  volleyball: sport('Volleyball', 'beach', SPORT, { picture: 'basketball' }),
  lacrosse: sport('Lacrosse', 'lax', GAMES, { picture: 'soccer' }),
  field_hockey: sport('Field hockey', '', GAMES, { picture: 'soccer' }),
  ice_hockey: sport('Ice hockey', 'skating', GAMES),
  rugby: sport('Rugby', 'sevens', SPORT, { picture: 'football' }),
  wrestling: sport('Wrestling', 'grappling', DUALS),
  swimming: sport('Swim and dive', 'swimming diving swimathon thon laps', MEETS, { picture: 'swimming' }),
  water_polo: sport('Water polo', '', GAMES, { picture: 'swimming' }),
  track: sport('Track and field', 'athletics relay sprint throws jumps', MEETS),
  cross_country: sport('Cross country', 'running distance xc', MEETS, { picture: 'running' }),
  tennis: sport('Tennis', '', SPORT),
  golf: sport('Golf', 'links', words('round', 'rounds', 'season', 'team', true)),
  gymnastics: sport('Gymnastics', 'tumbling', MEETS),
  cheer: sport(
    'Cheer',
    'cheerleading spirit',
    words('competition', 'competitions', 'season', 'squad', false),
  ),
  bowling: sport('Bowling', 'tenpin', SPORT),
  rowing: sport('Rowing', 'crew regatta', words('regatta', 'regattas', 'season', 'crew', false), {
    picture: 'swimming',
  }),
  skiing: sport('Ski and snowboard', 'skiing nordic alpine', words('race', 'races', 'season', 'team', false)),
  cycling: sport('Cycling', 'biking mountain bike', words('race', 'races', 'season', 'team', false), {
    picture: 'running',
  }),
  ultimate: sport('Ultimate', 'frisbee disc', GAMES, { picture: 'soccer' }),
  martial_arts: sport(
    'Martial arts',
    'karate judo taekwondo',
    words('tournament', 'tournaments', 'season', 'club', false),
  ),
  reading: other(
    'Read-a-thon',
    'reading readathon thon books library',
    'academic',
    'reading',
    words('week', 'weeks', 'term', 'school', false),
    4,
  ),
  schoolwork: other(
    'Math and spelling',
    'mathathon thon spelling bee schoolwork homework',
    'academic',
    'reading',
    words('week', 'weeks', 'term', 'class', false),
    4,
  ),
  running: other(
    'Jog-a-thon or walk',
    'jogathon walkathon fun run thon laps walking running',
    'community',
    'running',
    words('run', 'runs', 'season', 'group', false),
    4,
  ),
  dance: other(
    'Dance',
    'danceathon thon ballet drill team',
    'community',
    'theater',
    words('performance', 'performances', 'season', 'company', false),
    12,
  ),
  marching_band: other(
    'Marching band',
    'drumline color guard',
    'community',
    'music',
    words('show', 'shows', 'season', 'band', false),
    12,
  ),
  music: other(
    'Orchestra or choir',
    'music band concerts singing',
    'community',
    'music',
    words('concert', 'concerts', 'series', 'ensemble', false),
    16,
  ),
  theater: other(
    'Theater',
    'theatre drama musical play',
    'community',
    'theater',
    words('show', 'shows', 'production', 'cast', false),
    8,
  ),
  robotics: other(
    'Robotics',
    'robots coding engineering stem first lego',
    'academic',
    'robotics',
    words('meet', 'meets', 'season', 'team', false),
    12,
  ),
  debate: other(
    'Debate and academic teams',
    'debate speech forensics quiz bowl mock trial model un',
    'academic',
    'reading',
    words('tournament', 'tournaments', 'season', 'team', true),
    16,
  ),
  esports: other('Esports', 'gaming video games', 'academic', 'robotics', SPORT, 12),
  scouts: other(
    'Scouts',
    'scouting troop pack camping',
    'community',
    'scouts',
    words('outing', 'outings', 'scouting year', 'troop', false),
    36,
  ),
  service: other(
    'Service hours',
    'volunteering cleanup community service',
    'community',
    'custom',
    words('event', 'events', 'campaign', 'group', false),
    12,
  ),
  animals: other(
    'Animals',
    'pets dogs cats rescue shelter adoption',
    'community',
    'animals',
    words('week', 'weeks', 'campaign', 'rescue', false),
    12,
  ),
  food: other(
    'Food',
    'pantry meals hunger food drive',
    'community',
    'food',
    words('delivery', 'deliveries', 'drive', 'pantry', false),
    6,
  ),
  garden: other(
    'Garden and recycling',
    'gardening plants trees harvest recycling',
    'community',
    'garden',
    words('week', 'weeks', 'harvest', 'garden', false),
    16,
  ),
  /** What none of these is. */
  custom: other(
    'Custom Event',
    'event',
    'community',
    'custom',
    words('event', 'events', 'campaign', 'group', false),
    8,
  ),
} as const satisfies Record<string, Row>
export type Cause = keyof typeof CAUSES
export const CAUSE_IDS = Object.keys(CAUSES) as [Cause, ...Cause[]]

export type Kind = {
  template: Template
  campaignType: CampaignType
  /** What else hints at the cause: the campaign's name. */
  name?: string
  statistics?: readonly { name: string; unitName?: string | null | undefined }[]
}
