/** Fields of product.json that hold the same for every work of ours: dead ones, and noise of shop and software. */

const each = <T>(value: T, names: string): Record<string, T> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, value]))

const dead = `anime auto_play bgm bgm_mode books_id cpu directed_by directx etc file_date file_size gallery_mode hdd
h_scene_mode intro intro_masked label_id label_name memory message_skip mini_resolution music_by original_illust other
others_by pages page_number product_point product_point_end_date production_workno publisher_workno regular_price
scenario_by screen_mode sofrin_app_no vocal_track voice voice_by vram work_type_special work_type_special_masked
introductions introductions_masked sales_price image_samples discount_access_key discount_layout rank_year
rank_year_date pack_type title_volumn title_work_labeling title_work_display_order title_price_low title_price_high
is_title_pointup title_point_rate is_title_discount is_title_reserve reserve_work bonus_work book_type bulkbuy_key
bulkbuy_title bulkbuy_start bulkbuy_end limit_sale_id limit_start_date limit_end_date limit_display_type
timesale_limit_dl_count specified_volume_set_max_discount_rate rating`

const empty = `coupling machine_string_list work_parts contents_touch epub_sample gift work_rentals work_pack_parent
work_pack_children voice_pack_parent voice_pack_child limited_free_terms limited_free_work custom_genres editions
display_options given_coupons_by_buying specified_volume_sets`

const zero = `dl_format modify_flg content_count_touch contents_file_size_touch bulkbuy_per_items bulkbuy_price
bulkbuy_price_tax bulkbuy_price_without_tax bulkbuy_discount_rate bulkbuy_point limit_dl_count limit_sold_dl_count
timesale_dl_count timesale_stock`

const no = `is_android_only_work is_ios_only_work is_android_or_ios_only_work is_dlplaybox_only_work is_almight_work
is_split_content trials_touch movies is_viewable_sample is_rental_work is_oauth_work is_pack_child is_pack_parent
is_voice_pack free_only free_end_date has_free_download is_title_completed is_downloadable_reserve_work bonus_workno
is_downloadable_bonus_work parent_reserve_workno is_bl is_display_notice is_bulkbuy is_limit_work is_limit_sales
is_limit_in_stock is_timesale_work has_specified_volume_set is_garumani_general is_garumani_general_comipo_mirror`

const yes = 'is_pc_work is_smartphone_work is_dlsiteplay_work is_sound_playable is_show_rate is_tl'

export const always = {
  ...each(null, dead),
  ...each([], empty),
  ...each(0, zero),
  ...each(false, no),
  ...each(true, yes),
  machine: '',
  dist_flag: 1,
  default_point: 5,
  bulkbuy_point_rate: 5,
  display_order: 80,
  sex_category: 1,
  sample_type: 'images',
  platform: ['pc', 'smartphone', 'play'],
  touch_style1: ['type_exclusive_01'],
  work_browse_setting: { content: { play_encode_type: null }, sample: { play_encode_type: null } },
}
