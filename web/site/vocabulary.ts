/** What the current campaign calls its matches, its season and its team; a sport's words without one. */
import { createContext, useContext } from 'react'
import { SPORT, type Vocabulary } from '#domain/campaigns/vocabulary.ts'

export const CampaignWords = createContext<Vocabulary>(SPORT)
export const useWords = (): Vocabulary => useContext(CampaignWords)
