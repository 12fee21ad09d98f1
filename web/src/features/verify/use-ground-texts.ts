import { useTranslation } from 'react-i18next'
import type { AnchorFacts, Ground } from './checking/judgement.js'

/** Returns a function that puts into words what a verdict leaves open. */
export function useGroundTexts() {
  const { t } = useTranslation('verify')
  return (grounds: readonly Ground[], anchors: readonly AnchorFacts[]): string[] => {
    const { chain = '' } = anchors.find(({ isPrivate, name }) => !isPrivate && name === null) ?? {}
    const number = chain.slice('eip155:'.length)
    return grounds.map((ground) => t(`grounds.${ground}`, { number }))
  }
}
