export const parents = { TranslationPermissions: 'contract#TranslationPermissions' };
