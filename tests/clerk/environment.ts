/** How an instance of Clerk is set up: email and password, names requested, account deletion left to the site. */
const off = {
  ...{ enabled: false, required: false, used_for_first_factor: false, first_factors: [] },
  ...{ used_for_second_factor: false, second_factors: [], verifications: [], verify_at_sign_up: false },
}
const needed = { ...off, enabled: true, required: true }

export const VERIFIED = {
  status: 'verified',
  strategy: 'email_code',
  attempts: 1,
  expire_at: 4_000_000_000_000,
}

export const ENVIRONMENT = {
  ...{ object: 'environment', id: 'env_standIn', maintenance_mode: false },
  auth_config: {
    object: 'auth_config',
    id: 'aconf_standIn',
    single_session_mode: true,
    reverification: false,
  },
  display_config: {
    ...{ object: 'display_config', id: 'display_config_standIn', application_name: 'Pledgeraiser' },
    ...{ instance_environment_type: 'production', branded: false, show_devmode_warning: false },
    ...{ preferred_sign_in_strategy: 'password', home_url: '/', support_email: '', theme: {} },
    ...{ sign_in_url: '/sign-in', sign_up_url: '/sign-up', user_profile_url: '/dashboard/profile' },
    ...{
      after_sign_in_url: '/',
      after_sign_up_url: '/',
      after_sign_out_one_url: '/',
      after_sign_out_all_url: '/',
    },
    ...{ logo_image_url: '', favicon_image_url: '', captcha_public_key: null, captcha_widget_type: null },
    ...{ captcha_public_key_invisible: null, captcha_provider: 'turnstile', captcha_oauth_bypass: null },
  },
  user_settings: {
    attributes: {
      email_address: {
        ...needed,
        ...{ used_for_first_factor: true, first_factors: ['email_code'], verifications: ['email_code'] },
        verify_at_sign_up: true,
      },
      password: needed,
      ...{ first_name: needed, last_name: needed, phone_number: off, username: off, web3_wallet: off },
      ...{ authenticator_app: off, backup_code: off, passkey: off },
    },
    ...{ actions: { delete_self: true, create_organization: false }, social: {} },
    enterprise_sso: { enabled: false, self_serve_sso: false, self_serve_directory_sync: false },
    sign_in: { second_factor: { required: false, enabled: false } },
    sign_up: {
      ...{ allowlist_only: false, progressive: true, captcha_enabled: false, mode: 'public' },
      legal_consent_enabled: false,
    },
    password_settings: {
      ...{ min_length: 8, max_length: 72, disable_hibp: true, show_zxcvbn: false, min_zxcvbn_strength: 0 },
      ...{
        require_numbers: false,
        require_special_char: false,
        require_uppercase: false,
        require_lowercase: false,
      },
      allowed_special_characters: '',
    },
    passkey_settings: { allow_autofill: false, show_sign_in_button: false },
    username_settings: { min_length: 4, max_length: 64 },
  },
  organization_settings: {
    ...{ enabled: false, max_allowed_memberships: 5, force_organization_selection: false },
    ...{
      actions: { admin_delete: false },
      domains: { enabled: false, enrollment_modes: [], default_role: null },
    },
    ...{ slug: { disabled: true }, organization_creation_defaults: { enabled: false } },
  },
  commerce_settings: {
    billing: {
      stripe_publishable_key: null,
      ...{
        organization: { enabled: false, has_paid_plans: false },
        user: { enabled: false, has_paid_plans: false },
      },
    },
  },
  api_keys_settings: { enabled: false, user_api_keys_enabled: false, orgs_api_keys_enabled: false },
  protect_config: { object: 'protect_config', id: 'protect_standIn' },
}
