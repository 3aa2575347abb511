/*
 * json_get.c - values of the type and range that is wanted, or an error
 */
#include "base/json.h"

#include "utf8.h"

#include <inttypes.h>
#include <string.h>

const cJSON *json_find(const cJSON *object, const char *key)
{
    const cJSON *member;
    if (!cJSON_IsObject(object))
        return NULL;
    cJSON_ArrayForEach(member, object)
    {
        if (strcmp(member->string, key) == 0)
            return member;
    }
    return NULL;
}

bool json_get_members(const struct json *json, const cJSON *object, const struct json_key *keys,
                      size_t count, const cJSON **values, struct error *err)
{
    const cJSON *member;
    if (!cJSON_IsObject(object))
        return json_fail(json, object, err, "must be an object");
    for (size_t i = 0; i < count; i++)
        values[i] = NULL;
    cJSON_ArrayForEach(member, object)
    {
        size_t i = 0;
        while (i < count && strcmp(keys[i].name, member->string) != 0)
            i++;
        if (i == count)
            return json_fail_key(json, member, err, "unknown key");
        values[i] = member;
    }
    for (size_t i = 0; i < count; i++)
        if (keys[i].required && values[i] == NULL)
            return json_fail(json, object, err, "\"%s\" is missing", keys[i].name);
    return true;
}

bool json_get_u64(const struct json *json, const cJSON *value, uint64_t min, uint64_t max,
                  uint64_t *out, struct error *err)
{
    const double number = value->valuedouble;
    if (!cJSON_IsNumber(value) || number < (double)min || number > (double)max ||
        number != (double)(uint64_t)number)
        return json_fail(json, value, err, "must be a whole number from %" PRIu64 " to %" PRIu64,
                         min, max);
    *out = (uint64_t)number;
    return true;
}

bool json_get_u32(const struct json *json, const cJSON *value, uint32_t min, uint32_t max,
                  uint32_t *out, struct error *err)
{
    uint64_t number = 0;
    if (!json_get_u64(json, value, min, max, &number, err))
        return false;
    *out = (uint32_t)number;
    return true;
}

bool json_get_string(const struct json *json, const cJSON *value, const char **out,
                     struct error *err)
{
    if (!cJSON_IsString(value))
        return json_fail(json, value, err, "must be a string");
    *out = value->valuestring;
    return true;
}

bool json_get_name(const struct json *json, const cJSON *value, const char **out, struct error *err)
{
    if (!json_get_string(json, value, out, err))
        return false;
    return utf8_is_name((const uint8_t *)*out, strlen(*out)) ||
           json_fail(json, value, err,
                     **out ? "must not hold control characters" : "must not be empty");
}

bool json_expect_array(const struct json *json, const cJSON *value, struct error *err)
{
    return cJSON_IsArray(value) || json_fail(json, value, err, "must be an array");
}

static bool expect_count(const struct json *json, const cJSON *value, size_t count,
                         struct error *err)
{
    return (cJSON_IsArray(value) && (size_t)cJSON_GetArraySize(value) == count) ||
           json_fail(json, value, err, "must be an array of %zu numbers", count);
}

bool json_get_u32s(const struct json *json, const cJSON *value, size_t count, uint32_t min,
                   uint32_t max, uint32_t *out, struct error *err)
{
    const cJSON *element;
    if (!expect_count(json, value, count, err))
        return false;
    cJSON_ArrayForEach(element, value)
    {
        if (!json_get_u32(json, element, min, max, out++, err))
            return false;
    }
    return true;
}

bool json_get_numbers(const struct json *json, const cJSON *value, size_t count, double min,
                      double max, double *out, struct error *err)
{
    const cJSON *element;
    if (!expect_count(json, value, count, err))
        return false;
    cJSON_ArrayForEach(element, value)
    {
        if (!cJSON_IsNumber(element) || element->valuedouble < min || element->valuedouble > max)
            return json_fail(json, element, err, "must be a number from %.15g to %.15g", min, max);
        *out++ = element->valuedouble;
    }
    return true;
}
