import type { EntityKind, FollowedKind } from '@koedana/contract/values.ts'
import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { followsQuery, isFollowedKind, setFollowed } from '../../../domain/follows-query.ts'
import { requestLoginWithNotice } from '../../../domain/request-login.ts'
import { useUser } from '../../../domain/session.ts'
import { useMoreWords, useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { FixedWidthText } from '../../../ui/fixed-width-text.tsx'
import { compactButton } from '../edit/compact-button.ts'

export interface FollowButtonProps {
  readonly kind: EntityKind
  readonly id: string
  readonly name: string
  /** The ID of the element that names the entity, if there are several buttons. */
  readonly describedBy?: string
}

/** Renders nothing if the kind cannot be followed. */
export function FollowButton({ kind, ...props }: FollowButtonProps) {
  return isFollowedKind(kind) ? <FollowToggle kind={kind} {...props} /> : null
}

interface FollowToggleProps extends FollowButtonProps {
  readonly kind: FollowedKind
}

/** Follows the entity, whose new works appear on the home page. Visitors are sent to the login. */
function FollowToggle({ kind, id, name, describedBy }: FollowToggleProps) {
  useMoreWords()
  const t = useT()
  const client = useQueryClient()
  const user = useUser()
  const { data } = useQuery({ ...followsQuery(), enabled: user !== undefined })
  const isFollowed = user !== undefined && data?.items.some((one) => one.kind === kind && one.id === id)
  const change = (to: boolean): void => {
    const act = { label: t('common.undo'), run: () => change(!to) }
    void setFollowed(client, { kind, id, name, isFollowed: to }).then(
      () => notify(t(to ? 'follow.followed' : 'follow.unfollowed', { name }), 'positive', act),
      () => undefined,
    )
  }
  const toggle = () => (user ? change(!isFollowed) : requestLoginWithNotice())
  return (
    <button
      type="button"
      className={`${compactButton} ${isFollowed ? 'border-transparent! bg-soft! text-acc' : ''}`}
      aria-pressed={isFollowed ?? false}
      aria-describedby={describedBy}
      onClick={toggle}
    >
      {isFollowed ? <IconBellFilled size={16} aria-hidden /> : <IconBell size={16} aria-hidden />}
      <span className="max-md:sr-only">
        <FixedWidthText words={[t('follow.follow'), t('follow.following')]} shown={isFollowed ? 1 : 0} />
      </span>
    </button>
  )
}
