import { createContext, useContext } from 'react'

/** Who reads a pledge: its supporter, or a representative, who is told about them and not addressed as them. */
export type Reader = 'supporter' | 'representative'

export const ReaderContext = createContext<Reader>('supporter')

const WORDS = {
  supporter: { Your: 'Your', your: 'your', You: 'You', you: 'you', them: 'you' },
  representative: { Your: 'Their', your: 'their', You: 'They', you: 'they', them: 'them' },
} as const
export type ReaderWords = (typeof WORDS)[Reader]

export const useReaderWords = (): ReaderWords => WORDS[useContext(ReaderContext)]
