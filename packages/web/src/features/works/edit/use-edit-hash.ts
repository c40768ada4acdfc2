/** The editor is open while the URL ends with `#edit`, so that Back closes it. */
import { useLocation, useNavigate } from '@tanstack/react-router'

export interface EditHash {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
}

export function useEditHash(): EditHash {
  const isOpen = useLocation({ select: ({ hash }) => hash === editHash })
  const navigate = useNavigate()
  const go = (hash: string, replace: boolean) =>
    void navigate({ to: '.', search: true, hash, replace, resetScroll: false, hashScrollIntoView: false })
  return { isOpen, open: () => go(editHash, false), close: () => go('', true) }
}

const editHash = 'edit'
