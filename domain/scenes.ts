/** The kinds of cause, each with a drawn picture: the five templates, and the causes other than those sports (R63). */
export const SCENES = [
  ...(['football', 'baseball', 'soccer', 'basketball', 'custom'] as const),
  ...(['reading', 'running', 'swimming', 'music', 'robotics'] as const),
  ...(['animals', 'food', 'garden', 'theater', 'scouts'] as const),
] as const
export type Scene = (typeof SCENES)[number]

export const SCENE_LABELS: Record<Scene, string> = {
  ...{ football: 'Football', baseball: 'Baseball', soccer: 'Soccer', basketball: 'Basketball' },
  ...{ custom: 'Track', reading: 'Reading and schoolwork', running: 'Running', swimming: 'Swimming' },
  ...{ music: 'Music', robotics: 'Robotics', animals: 'Animals', food: 'Food', garden: 'Garden' },
  ...{ theater: 'Theater', scouts: 'Scouts' },
}

export type Kind = {
  template: Extract<Scene, 'football' | 'baseball' | 'soccer' | 'basketball' | 'custom'>
  campaignType: 'athletic' | 'academic' | 'community'
  /** What else hints at the cause: the campaign's name. */
  name?: string
  statistics?: readonly { name: string; unitName?: string | null | undefined }[]
}
