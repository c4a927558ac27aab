// dlsym_api.h: functions that the vendor's libmsprofiler exports and its public header does not declare; clients reach
// them with dlsym. Names and signatures are the vendor's.
//
// Errors   as acl_prof.h's marks: -1 where marks are not collected or an argument is wrong, else 0.
// Source   torch_npu's and MindSpore's loaders, which take the absence of any of them for a lack of the feature.
#pragma once

#include <cstdint>

#include "acl/acl_prof.h"

extern "C" {
MSVP_PROF_API int32_t aclprofSetCategoryName(uint32_t category, const char* categoryName);
MSVP_PROF_API int32_t aclprofSetStampCategory(void* stamp, uint32_t category);
MSVP_PROF_API int32_t aclprofSetStampTagName(void* stamp, const char* tagName, uint16_t length);
MSVP_PROF_API int32_t aclprofSetStampCallStack(void* stamp, const char* callStack, uint32_t length);
}
