/** The kinds of cause, each with a drawn picture: the five templates, and the causes other than those sports (R63). */
export const SCENES = [
  'football',
  'baseball',
  'soccer',
  'basketball',
  'custom',
  'reading',
  'running',
  'swimming',
  'music',
  'robotics',
  'animals',
  'food',
  'garden',
  'theater',
  'scouts',
] as const
export type Scene = (typeof SCENES)[number]

export const SCENE_LABELS: Record<Scene, string> = {
  football: 'Football',
  baseball: 'Baseball',
  soccer: 'Soccer',
  basketball: 'Basketball',
  custom: 'Track',
  reading: 'Reading and schoolwork',
  running: 'Running',
  swimming: 'Swimming',
  music: 'Music',
  robotics: 'Robotics',
  animals: 'Animals',
  food: 'Food',
  garden: 'Garden',
  theater: 'Theater',
  scouts: 'Scouts',
}

/**
 * What people type who look for a cause of this kind: the list of campaigns finds it by these, besides its name. Each
 * word also by how it begins; "thon" is what a search reads in "read-a-thon".
 */
export const SCENE_WORDS: Record<Scene, string> = {
  football: 'football',
  baseball: 'baseball softball',
  soccer: 'soccer futbol',
  basketball: 'basketball hoops',
  custom: 'track event',
  reading: 'reading readathon thon books library schoolwork math spelling',
  running: 'running jogathon walkathon thon walking race',
  swimming: 'swimming swimathon thon laps',
  music: 'music band orchestra choir concerts',
  robotics: 'robotics robots engineering coding stem',
  animals: 'animals pets dogs cats rescue shelter',
  food: 'food pantry meals hunger',
  garden: 'garden gardening plants harvest',
  theater: 'theater theatre drama plays musical',
  scouts: 'scouts scouting troop camping',
}

export type Kind = {
  template: Extract<Scene, 'football' | 'baseball' | 'soccer' | 'basketball' | 'custom'>
  campaignType: 'athletic' | 'academic' | 'community'
  /** What else hints at the cause: the campaign's name. */
  name?: string
  statistics?: readonly { name: string; unitName?: string | null | undefined }[]
}
