export const parents = { TranslationConfigurationPermissions: 'contract#TranslationConfigurationPermissions' };
