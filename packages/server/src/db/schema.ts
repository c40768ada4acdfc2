/**
 * The tables, one type for both engines. Only portable columns: text, 64-bit integers, and flags as 0 or 1. Instants are
 * fixed-width UTC text, dates `YYYY-MM-DD`, money yen, ratings hundredths, durations seconds.
 */
import type { EntityKind, Platform } from '@koedana/contract/values.ts'
import type { Generated, Kysely } from 'kysely'
import type {
  AccessKeyTable,
  ApiTokenTable,
  AppPasswordTable,
  AttemptTable,
  BookmarkTable,
  ClosedPlayTable,
  FavoriteTable,
  FollowTable,
  IdentityTable,
  MarkRevisionTable,
  MarkTable,
  OldPasswordTable,
  OwnTagTable,
  PasskeyChallengeTable,
  PasskeyTable,
  PlaylistItemTable,
  PlaylistTable,
  ProviderSignInTable,
  RedemptionTable,
  SessionTable,
  ShareTable,
  UserExclusionTable,
  UserTable,
} from './tables/accounts.ts'
import type { AnnouncementTable } from './tables/announcements.ts'
import type { AuditTable } from './tables/audit.ts'
import type { EntityLink, EntityTable, WorkStatsTable, WorkTable } from './tables/catalogue.ts'
import type {
  DriveAccountTable,
  DriveAppTable,
  DriveFolderTable,
  DriveItemTable,
  DriveLinkTable,
  DriveRootTable,
} from './tables/drives.ts'
import type {
  EntityAliasTable,
  EntityNameSourceTable,
  EntityWordingTable,
  WorkAliasTable,
  WorkAliasUserTable,
  WorkEditTable,
  WorkLockTable,
  WorkSourceTable,
} from './tables/editing.ts'
import type { HomePageTable, SavedViewTable } from './tables/home.ts'
import type {
  ArchiveTable,
  FolderFindingTable,
  LyricsChoiceTable,
  LyricsTable,
  MeasuredSoundTable,
  PackedWorkTable,
  ScannedWorkTable,
  StorageTable,
  TrackLyricsTable,
  TrackTable,
  WorkFileTable,
} from './tables/library.ts'
import type {
  ListeningHourTable,
  PlayTable,
  ProgressTable,
  RecordingPauseTable,
  TrackProgressTable,
} from './tables/progress.ts'
import type {
  MarketplaceRecordTable,
  ScheduleTable,
  TaskItemTable,
  TaskLineTable,
  TaskTable,
  TaskWorkTable,
} from './tables/tasks.ts'

export interface Schema {
  work: WorkTable
  work_name: { work_key: number; locale: string; name: string }
  work_language: { work_key: number; language: string }
  work_artist: EntityLink
  work_illustrator: EntityLink
  work_genre: EntityLink
  work_credit: { work_key: number; role: 'writer' | 'musician'; position: number; name: string }
  maker: EntityTable
  series: EntityTable
  artist: EntityTable
  illustrator: EntityTable
  genre: EntityTable
  genre_name: { genre_key: number; locale: string; name: string }
  storage: StorageTable
  track: TrackTable
  lyrics: LyricsTable
  track_lyrics: TrackLyricsTable
  lyrics_choice: LyricsChoiceTable
  packed_work: PackedWorkTable
  archive: ArchiveTable
  drive_app: DriveAppTable
  drive_account: DriveAccountTable
  drive_link: DriveLinkTable
  drive_root: DriveRootTable
  drive_folder: DriveFolderTable
  drive_item: DriveItemTable
  folder_finding: FolderFindingTable
  work_file: WorkFileTable
  scanned_work: ScannedWorkTable
  measured_sound: MeasuredSoundTable
  work_stats_daily: WorkStatsTable
  user: UserTable
  user_exclusion: UserExclusionTable
  session: SessionTable
  closed_play: ClosedPlayTable
  app_password: AppPasswordTable
  api_token: ApiTokenTable
  old_password: OldPasswordTable
  identity: IdentityTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  provider_sign_in: ProviderSignInTable
  share: ShareTable
  favorite: FavoriteTable
  bookmark: BookmarkTable
  mark: MarkTable
  mark_revision: MarkRevisionTable
  own_tag: OwnTagTable
  tagged_work: { tag_key: number; work_key: number }
  playlist: PlaylistTable
  playlist_item: PlaylistItemTable
  progress: ProgressTable
  play: PlayTable
  listening_hour: ListeningHourTable
  saved_view: SavedViewTable
  home_page: HomePageTable
  recording_pause: RecordingPauseTable
  track_progress: TrackProgressTable
  access_key: AccessKeyTable
  access_key_platform: { access_key_key: number; platform: Platform }
  redemption: RedemptionTable
  attempt: AttemptTable
  work_source: WorkSourceTable
  work_lock: WorkLockTable
  work_edit: WorkEditTable
  work_alias: WorkAliasTable
  work_alias_user: WorkAliasUserTable
  entity_alias: EntityAliasTable
  entity_wording: EntityWordingTable
  entity_name_source: EntityNameSourceTable
  entity_lock: { kind: EntityKind; entity_key: number }
  marketplace_record: MarketplaceRecordTable
  follow: FollowTable
  task: TaskTable
  task_item: TaskItemTable
  task_work: TaskWorkTable
  task_line: TaskLineTable
  schedule: ScheduleTable
  announcement: AnnouncementTable
  announcement_read: { announcement_key: number; user_key: number; read_at: string }
  audit: AuditTable
  change: ChangeTable
  setting: { name: string; value: string }
}

export type Db = Kysely<Schema>

/** The changes in order of commits. The read index and the caches follow them. */
export interface ChangeTable {
  seq: Generated<number>
  /**
   * `user`: role, status, age limit, settings or sessions of an account. `site`, key 0: the settings of this server. `works`, key
   * 0: many works at once, without naming them. `alias`: an old ID of a work was added, changed or removed.
   */
  subject: 'work' | 'works' | 'alias' | EntityKind | 'user' | 'site'
  key: number
  /** 1 if an import, scan or task wrote it, 0 if a person waits for it. */
  bulk: Generated<number>
}

/** The table of each kind. The table that links it to works has the prefix `work_`; makers and series are columns of the work. */
export const entityTables = {
  makers: 'maker',
  series: 'series',
  artists: 'artist',
  illustrators: 'illustrator',
  genres: 'genre',
} as const satisfies Record<EntityKind, keyof Schema>
