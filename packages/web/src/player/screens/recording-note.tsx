import { IconEyeOff } from '@tabler/icons-react'
import { useIsRecordingPaused } from '../../domain/recording.ts'
import { useT } from '../../lib/i18n.ts'

/** Shows that playback is not recorded. `isShort` shows only an icon. */
export function RecordingNote({ isShort = false }: { readonly isShort?: boolean }) {
  const t = useT()
  if (!useIsRecordingPaused()) return null
  return (
    <p
      role="status"
      className={`inline-flex shrink-0 items-center gap-1.5 text-[12.5px] text-mut ${isShort ? 'self-center px-1.5' : 'self-start'}`}
      title={t('recording.paused')}
    >
      <IconEyeOff size={16} aria-hidden />
      <span className={isShort ? 'sr-only' : undefined}>{t('recording.paused')}</span>
    </p>
  )
}
