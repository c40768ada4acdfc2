import { pauseRecording, useIsRecordingPaused } from '../../../domain/recording.ts'
import { useT } from '../../../lib/i18n.ts'
import { Switch } from '../../../ui/switch.tsx'
import { useStatisticsWords } from './statistics-words.ts'

/** Nothing is recorded while it is on, on any device: not where a work goes on, either. */
export function RecordingSwitch() {
  useStatisticsWords()
  const t = useT()
  const isPaused = useIsRecordingPaused()
  return (
    <div className="mt-4 flex items-start gap-3 rounded-card border border-line bg-surface px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">{t('recording.pause')}</p>
        <p className="mt-0.5 text-[12.5px] text-mut">{t('recording.pauseHelp')}</p>
      </div>
      {isPaused !== undefined && (
        <Switch
          label={t('recording.pause')}
          isOn={isPaused}
          onChange={(paused) => void pauseRecording(paused)}
        />
      )}
    </div>
  )
}
