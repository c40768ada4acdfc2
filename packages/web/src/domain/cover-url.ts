/** Returns the URL of a cover in one of the fixed widths that the server generates. */
import type { CoverSize } from '@koedana/contract/values.ts'
import type { Cover } from '@koedana/contract/works.ts'
import { create } from 'zustand'
import { apiPath } from './api-path.ts'

export const coverUrl = (workId: string, { version, signature }: ShownCover, size: CoverSize): string =>
  `${apiPath}/covers/${workId}/${size}/${version}?s=${signature}`

/** Signatures of covers that were revealed on this page, by work ID. They are discarded with the page and the session. */
export const useRevealedCovers = create<Readonly<Record<string, string | undefined>>>(() => ({}))

export const reveal = (workId: string, signature: string | null): void => {
  if (signature !== null) useRevealedCovers.setState({ [workId]: signature })
}

interface ShownCover extends Cover {
  readonly signature: string
}

/** Returns the cover if it may be shown: the policy does not hide it, or it was revealed. */
export function useShownCover(workId: string, cover: Cover | null): ShownCover | undefined {
  const revealed = useRevealedCovers((signatures) => signatures[workId])
  const signature = cover?.signature ?? revealed
  return cover && signature !== undefined ? { ...cover, signature } : undefined
}
