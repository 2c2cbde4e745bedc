/** What the campaign on the screen calls its matches, its season and its team (R63); a sport's words where there is none. */
import { createContext, useContext } from 'react'
import { SPORT, type Vocabulary } from '#domain/vocabulary.ts'

export const CampaignWords = createContext<Vocabulary>(SPORT)
export const useWords = (): Vocabulary => useContext(CampaignWords)
