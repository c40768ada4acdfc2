/** Connects the state machine of `engine/player.ts`, its sleep timer and its loop to the browser and to the other tabs. */

import { offlineUrlOf, skipOfflineCopy } from '../domain/offline-tracks.ts'
import { translate } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { createCatchUp } from './catch-up.ts'
import { chapterAt, chapterStep } from './engine/chapters.rules.ts'
import { ElementSound } from './engine/element-sound.ts'
import { Loop } from './engine/loop.ts'
import { offerMediaActions, reportPosition } from './engine/page-ports.ts'
import { Player } from './engine/player.ts'
import { currentOf } from './engine/queue.rules.ts'
import { noOutput, type OutputState } from './engine/remote-output.ts'
import { isBetween, rewindAfter } from './engine/rewind.rules.ts'
import { isInLastMinute } from './engine/sleep.rules.ts'
import { SleepDetector } from './engine/sleep-detector.ts'
import { SleepTimer } from './engine/sleep-timer.ts'
import { factorFromDb, volumeFromSlider } from './loudness.rules.ts'
import { describeItem } from './media-session.ts'
import type { PlayerItem } from './player-item.ts'
import { playerMemory, recallTrail, rememberTrail } from './player-memory.ts'
import { setHasPlayer } from './player-presence.ts'
import { changePlayerSettings, usePlayerSettings } from './player-settings.ts'
import { type PlayerAction, type ShownState, usePlayer } from './player-store.ts'
import { usePlayerWords } from './player-words.ts'
import { progressReports } from './progress-sender.ts'
import { recoverQueue } from './recover-queue.ts'
import { joinTabs } from './tab-channel.ts'

const now = () => performance.now()
const later = (ms: number, act: () => void) => {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

/** State of this tab that is published along with the player's state. */
let tabState: Pick<ShownState, 'sleep' | 'loop' | 'output' | 'ways'> = {
  sleep: undefined,
  loop: undefined,
  output: noOutput,
}

let sound: ElementSound | undefined

const player: Player<PlayerItem> = new Player<PlayerItem>({
  makeSound: (events) => {
    addEventListener('pagehide', () => tabs.isRemote || player.remember())
    // Phones allow playback only on the element that the user started, so they get no second element.
    const hasStandby = matchMedia('(hover: hover) and (pointer: fine)').matches
    const onOutput = (output: OutputState) => publishTabState({ output })
    const made = new ElementSound(new Audio(), hasStandby ? new Audio() : undefined, { ...events, onOutput })
    sound = made
    made.setChannels(usePlayerSettings.getState())
    usePlayerSettings.subscribe((settings, before) => {
      if (settings.mono !== before.mono || settings.swap !== before.swap) made.setChannels(settings)
    })
    return made
  },
  // If an offline copy does not play, fall back to the server.
  mend: async (queue, failures) =>
    skipOfflineCopy(currentOf(queue)?.track.id) ? { type: 'mended', queue } : recoverQueue(queue, failures),
  addressOf: ({ track }) => offlineUrlOf(track.id) ?? track.url,
  later,
  now,
  levelOf,
  rewindAfter: (pausedMs) => (usePlayerSettings.getState().rewinds ? rewindAfter(pausedMs) : 0),
  media: {
    offer: (actions) =>
      offerMediaActions({
        play: withPlayerInput(actions.play),
        pause: withPlayerInput(actions.pause),
        next: withPlayerInput(actions.next),
        previous: withPlayerInput(actions.previous),
        skip: withPlayerInput(actions.skip),
        seek: withPlayerInput(actions.seek),
      }),
    describe: (item) => describeItem(item, player.state.time),
    reportPosition,
  },
  memory: playerMemory,
  progress: progressReports,
  catchUp: () => (player.state.playing || tabs.isRemote ? undefined : catchUp()),
  reportFailed: ({ track }, why) => void reportFailed(track.title, why),
  publish: () => show(),
})

const catchUp = createCatchUp({
  state: () => player.state,
  adopt: (queue, time) => player.adopt(queue, time),
})

const sleep = new SleepTimer({
  now,
  later,
  player: () => player.state,
  pause: () => player.pause(),
  play: () => player.play(),
  setFade: (fade) => player.gains.set({ fade }),
  rewind: (seconds) => player.skip(-seconds),
  automatic: () => {
    const { sleepsByItself, sleepFrom, sleepTo, sleepMinutes } = usePlayerSettings.getState()
    const isNight = isBetween(timeOfDay(Date.now()), sleepFrom, sleepTo)
    return sleepsByItself && isNight ? { type: 'minutes', minutes: sleepMinutes } : undefined
  },
  publish: (state) => {
    drowsiness.onTimer(state)
    publishTabState({ sleep: state })
  },
})

const timeOfDay = (ms: number) => new Date(ms).toTimeString().slice(0, 5)

const drowsiness = new SleepDetector({
  now: () => Date.now(),
  clockAt: timeOfDay,
  player: () => player.state,
  recall: recallTrail,
  remember: rememberTrail,
  offer: (ways) => publishTabState({ ways }),
})

/** Media keys and headset buttons count as user input, too. */
const withPlayerInput =
  <Values extends readonly unknown[]>(act: (...values: Values) => void) =>
  (...values: Values) => {
    act(...values)
    drowsiness.touch()
  }

const loop = new Loop({
  player: () => player.state,
  goTo: (time) => player.goTo(time),
  publish: (state) => publishTabState({ loop: state }),
})

/** Updates the system's media controls when the chapter changes. */
let describedChapter = -1
const chapters = {
  onTime: () => {
    const { queue, time } = player.state
    const item = currentOf(queue)
    const at = chapterAt(item?.track.chapters ?? [], time)
    if (!item || at === describedChapter) return
    describedChapter = at
    describeItem(item, time)
  },
  onPlaying: () => {},
  silencesNext: () => false,
  onEnded: () => {},
}

const tabs = joinTabs<ShownState, PlayerAction>({
  later,
  state: stateHere,
  perform: performHere,
  show: (state) => usePlayer.setState({ ...state, elsewhere: true }),
  isMoving: ({ playing, waiting }) => playing && !waiting,
  yield: () => player.pause(),
  takeOver: () => player.recall(),
})

for (const companion of [sleep, loop, chapters, drowsiness]) player.join(companion)
usePlayer.setState(stateHere())
usePlayer.subscribe(({ queue }) => setHasPlayer(queue.items.length > 0))
setGains()
usePlayerSettings.subscribe(() => {
  const item = currentOf(player.state.queue)
  setGains()
  if (item && player.state.playing) describeItem(item, player.state.time)
})
addEventListener('online', () => player.retry())
for (const stirring of ['pointerdown', 'keydown'])
  addEventListener(stirring, () => drowsiness.stir(), { capture: true, passive: true })
addEventListener(
  'keydown',
  () => {
    if (isInLastMinute(usePlayer.getState())) perform({ type: 'stayAwake' })
  },
  { capture: true, passive: true },
)
drowsiness.wake()
catchUpHere()
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && catchUpHere())

/** Shows the position of another device in the bar before the user presses anything. */
function catchUpHere(): void {
  if (!player.state.playing && !tabs.isRemote) void catchUp()
}

/** Performs an action here, or in the tab that plays. */
export function perform(act: PlayerAction): void {
  if (act.type === 'forget') performHere(act)
  else if (act.type === 'revision') progressReports.noteRevision(act.workId, act.revision)
  else {
    // Every tab stores the volume, whichever of them plays.
    if (act.type === 'volume') rememberVolume(act)
    tabs.perform(act)
  }
}

function stateHere(): ShownState {
  const { volume, isMuted } = usePlayerSettings.getState()
  return { ...player.state, ...tabState, volume, isMuted, elsewhere: false }
}

function publishTabState(change: Partial<typeof tabState>): void {
  tabState = { ...tabState, ...change }
  show()
}

function setGains(): void {
  const { volume, isMuted } = usePlayerSettings.getState()
  const item = currentOf(player.state.queue)
  player.gains.set({ volume: isMuted ? 0 : volumeFromSlider(volume), level: item ? levelOf(item) : 1 })
}

function levelOf({ track }: PlayerItem): number {
  return usePlayerSettings.getState().isEven ? factorFromDb(track.gain) : 1
}

function rememberVolume({ volume, isMuted }: Pick<ShownState, 'volume' | 'isMuted'>): void {
  const before = usePlayerSettings.getState()
  if (before.volume !== volume || before.isMuted !== isMuted) changePlayerSettings({ volume, isMuted })
}

function show(): void {
  const state = stateHere()
  if (state.playing) tabs.sounds(state)
  if (tabs.isRemote) return
  tabs.changed(state)
  usePlayer.setState(state)
}

function performHere(act: PlayerAction): void {
  if (act.type === 'playTracks') player.playTracks(act.items, act.index, act.from)
  else if (act.type === 'setQueue') player.setQueue(act.queue)
  else if (act.type === 'jump') player.jumpTo(act.index)
  else if (act.type === 'remove') player.removeAt(act.index)
  else if (act.type === 'seek') player.seekTo(act.seconds)
  else if (act.type === 'skip') player.skip(act.seconds)
  else if (act.type === 'speed') player.changeSpeed(act.speed)
  else if (act.type === 'repeat') player.changeRepeat(act.repeat)
  else if (act.type === 'extendSleep') sleep.extend(act.by)
  else if (act.type === 'sleep') act.until ? sleep.start(act.until) : sleep.stop()
  else if (act.type === 'volume') {
    rememberVolume(act)
    show()
  } else if (act.type !== 'revision') plainActions[act.type]()
  drowsiness.touch()
  // Once the user chooses a position, the offer to go back is dropped.
  if (positionActions.has(act.type)) publishTabState({ ways: undefined })
}

const positionActions: ReadonlySet<PlayerAction['type']> = new Set([
  'playTracks',
  'jump',
  'seek',
  'clear',
  'forget',
])

const plainActions = {
  toggle: () => player.togglePlay(),
  next: () => player.nextTrack(),
  previous: () => player.previousTrack(),
  nextChapter: () => stepChapter(1),
  previousChapter: () => stepChapter(-1),
  clear: () => player.clearQueue(),
  forget: () => player.clearQueue(),
  markLoop: () => loop.mark(),
  stayAwake: () => sleep.stayAwake(),
  chooseOutput: () => sound?.chooseOutput(),
}

/** Past the first or last chapter of a track, steps by tracks. */
function stepChapter(by: 1 | -1): void {
  const { queue, time } = player.state
  const at = chapterStep(currentOf(queue)?.track.chapters ?? [], time, by)
  if (at !== undefined) player.seekTo(at)
  else if (by === 1) player.nextTrack()
  else player.previousTrack()
}

async function reportFailed(track: string, why: 'unplayable' | 'away'): Promise<void> {
  // The bar loads these messages, and may not be rendered yet.
  const hasWords = await usePlayerWords.load().then(
    () => true,
    () => false,
  )
  notify(translate(why === 'away' && hasWords ? 'audio.away' : 'player.failed', { track }), 'negative')
}
