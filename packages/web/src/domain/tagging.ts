/** The works whose own tags somebody wants to see and change, from any menu. */
import { create } from 'zustand'

export interface Tagging {
  readonly workIds: readonly string[]
  /** The title of them. */
  readonly title: string
}

export const useTagging = create<{ readonly tagging: Tagging | undefined }>(() => ({ tagging: undefined }))

export const changeTagsOf = (tagging: Tagging): void => useTagging.setState({ tagging })
export const endTagging = (): void => useTagging.setState({ tagging: undefined })
