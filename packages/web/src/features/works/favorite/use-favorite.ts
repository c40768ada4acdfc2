/** Whether a work is a favorite, and the act that changes it: shown at once, told in words. */

import { setFavorite, useIsFavorite } from '../../../domain/favorites-store.ts'
import { translate } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { queryClient } from '../../../lib/query-client.ts'

export interface Favorite {
  readonly isFavorite: boolean
  readonly toggle: () => void
}

export function useFavorite(workId: string): Favorite {
  const isFavorite = useIsFavorite(workId)
  return { isFavorite, toggle: () => void change(workId, !isFavorite) }
}

async function change(workId: string, isFavorite: boolean): Promise<void> {
  try {
    await setFavorite(workId, isFavorite)
  } catch {
    // The client has told why, and the heart is as it was.
    return
  }
  notify(translate(isFavorite ? 'message.addedToFavorites' : 'message.removedFromFavorites'), 'positive')
  await queryClient.invalidateQueries({ queryKey: ['favorites'] })
}
