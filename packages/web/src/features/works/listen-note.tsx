import { roleOf } from '@koedana/contract/values.ts'
import type { Work } from '@koedana/contract/works.ts'
import { IconFileZip, IconHeadphonesOff, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useListeningWords } from '../../domain/listening-words.ts'
import { useUser } from '../../domain/session.ts'
import { useMoreWords, useT } from '../../lib/i18n.ts'

/**
 * The note next to Play, for visitors and guests without permission to listen, and for unreachable files. Load lazily: it has its own
 * messages.
 */
export function ListenNote({ workId, isAway }: { readonly workId: string; readonly isAway: boolean }) {
  useMoreWords()
  useListeningWords()
  const t = useT()
  const isGuest = useUser()?.role === roleOf.guest
  return (
    <p className="flex basis-full items-start gap-2 text-[13px] text-mut">
      <IconLock size={16} className="mt-0.5 shrink-0" aria-hidden />
      {isAway ? (
        t('listening.away')
      ) : (
        <span>
          {t(isGuest ? 'listening.guests' : 'listening.visitors')}{' '}
          <Link
            to={isGuest ? '/auth/register' : '/auth/login'}
            search={{ redirect: `/work/${workId}` }}
            className="font-medium whitespace-nowrap text-acc underline underline-offset-4"
          >
            {t(isGuest ? 'auth.register' : 'nav.login')}
          </Link>
        </span>
      )}
    </p>
  )
}

/** Shows why a work cannot be played: its archive cannot be opened, or it has no files here. */
export function NothingToPlay({ work: { packed } }: { readonly work: Work }) {
  const t = useT()
  const Icon = packed ? IconFileZip : IconHeadphonesOff
  return (
    <p className="inline-flex items-center gap-2 rounded-full bg-sunken px-4 py-2 text-sm text-mut">
      <Icon size={17} aria-hidden />
      {t(packed ? 'work.packed' : 'work.notHere')}
    </p>
  )
}
